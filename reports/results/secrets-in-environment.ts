/** Words in the name of a variable that mark its value as a secret. */
const SECRET = /PASSWORD|PASSWD|TOKEN|SECRET|CREDENTIAL|API_?KEY|PRIVATE_?KEY/i;
/** The least length of a secret, in characters. A shorter value counts as a word such as `none`. */
const LENGTH = 6;

/** The values of variables whose names say that they are secrets. */
export function secretsInEnvironment(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    SECRET.test(name) && value !== undefined && value.length >= LENGTH ? [value] : [],
  );
}
