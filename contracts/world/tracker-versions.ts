/** The versions of the tracker that the fake is tested as. A world can name any other. */
export const trackerVersions = ['8.20', '9.12', '10.3'] as const;

/** A version of the tracker that the fake is tested as. */
export type TrackerVersion = (typeof trackerVersions)[number];
