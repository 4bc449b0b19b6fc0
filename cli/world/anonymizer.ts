import { createHash } from 'node:crypto';
import type { WorldUser } from '../../contracts/index.js';

/** A user in an answer of a tracker. Some trackers leave out values that the caller may not see. */
type Optional = Partial<Pick<WorldUser, 'key' | 'displayName' | 'emailAddress' | 'active'>>;
export type SeenUser = Pick<WorldUser, 'name'> & { readonly [Key in keyof Optional]: Optional[Key] | undefined };

export const COPY_PASSWORD = 'password';

const WORDS =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt labore dolore magna aliqua'.split(
    ' ',
  );

const ANONYMOUS_KEY = /^JIRAUSER\d+$/;

/** Replaces people, texts and names. Equal values get equal replacements, different values different ones. */
export class Anonymizer {
  readonly replacements = new Map<string, string>();
  readonly #byName = new Map<string, WorldUser>();
  readonly #byKey = new Map<string, WorldUser>();
  readonly #numbers = new Map<string, Map<string, string>>();

  get users(): readonly WorldUser[] {
    return [...this.#byName.values()];
  }

  user({ key, name, displayName, emailAddress, active }: SeenUser): WorldUser {
    const known = this.#byName.get(name.toLowerCase()) ?? (key === undefined ? undefined : this.#byKey.get(key));
    if (known !== undefined) return known;
    const number = this.#byName.size + 1;
    const user: WorldUser = {
      key: keyFor(number, key, name),
      name: `user-${number}`,
      // Two people with the same name still have the same name.
      displayName: this.named('Person ', displayName ?? name),
      emailAddress: emailAddress === undefined || emailAddress === '' ? '' : `user-${number}@example.com`,
      password: COPY_PASSWORD,
      active: active ?? true,
      groups: [],
    };
    this.#byName.set(name.toLowerCase(), user);
    this.#byKey.set(key ?? user.key, user);
    this.#keep(name, user.name);
    if (emailAddress !== undefined) this.#keep(emailAddress, user.emailAddress);
    if (key !== undefined) this.#keep(key, user.key);
    return user;
  }

  find(nameOrKey: string): WorldUser | undefined {
    return this.#byName.get(nameOrKey.toLowerCase()) ?? this.#byKey.get(nameOrKey);
  }

  join(user: WorldUser, group: string): void {
    if (!user.groups.includes(group)) user.groups.push(group);
  }

  /** A numbered name for a kind of thing: `Component 3`. */
  named(kind: string, original: string): string {
    const numbers = this.#numbers.get(kind) ?? new Map<string, string>();
    this.#numbers.set(kind, numbers);
    const name = numbers.get(original) ?? `${kind}${numbers.size + 1}`;
    numbers.set(original, name);
    return this.#keep(original, name);
  }

  fileName(original: string): string {
    const end = /\.[a-z0-9]{1,5}$/i.exec(original)?.[0] ?? '';
    return this.#keep(original, `${this.named('file-', original)}${end.toLowerCase()}`);
  }

  /** A text with as many lines and characters as the original and none of its words. */
  text(original: string): string {
    if (original.trim() === '') return original;
    const known = this.replacements.get(original);
    if (known !== undefined) return known;
    const used = new Set(original.toLowerCase().match(/[\p{L}\p{N}]+/gu));
    const words = WORDS.filter((word) => !used.has(word));
    const lines = original.split(/(\r\n|[\n\r])/);
    let place = createHash('sha256').update(original).digest().readUInt32BE();
    const replaced = lines.map((line, index) => {
      if (index % 2 === 1) return line;
      let made = '';
      while (made.length < line.length) {
        const rest = line.length - made.length;
        place += 1;
        const word = words[place % words.length] ?? 'xyzzy';
        made +=
          word.length + 1 <= rest
            ? `${word} `
            : (fillers.find((letter) => !used.has(letter.repeat(rest))) ?? 'x').repeat(rest);
      }
      return made;
    });
    return this.#keep(original, replaced.join(''));
  }

  /** The replacement of a directory attribute: an address stays one, a person's name leads to the same person. */
  attribute(value: string, owner: WorldUser): string {
    if (value === '') return value;
    const known = this.replacements.get(value);
    if (known !== undefined) return known;
    if (/^\S+@\S+$/.test(value)) return this.#keep(value, owner.emailAddress || `${owner.name}@example.com`);
    // Times and numbers identify no person.
    return /^[\d\s.:TZ+-]+$/.test(value) && value.length >= 14 ? value : this.text(value);
  }

  #keep(original: string, replacement: string): string {
    if (original !== '') this.replacements.set(original, replacement);
    return replacement;
  }
}

/** A key stays if it does not reveal a person. If it equals the name, as on older trackers, it stays equal. */
function keyFor(number: number, key: string | undefined, name: string): string {
  if (key !== undefined && ANONYMOUS_KEY.test(key)) return key;
  return key === name ? `user-${number}` : `user-key-${number}`;
}

const fillers = ['x', 'z', 'q'];
