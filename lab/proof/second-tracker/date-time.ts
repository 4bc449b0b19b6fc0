/** A moment as the tracker writes it. */
export const dateTime = (time: number): string => new Date(time).toISOString().replace('Z', '+0000');
