import { basename } from 'node:path';

const kebabCase = /^\.?[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z]+)+$/;

/**
 * Reports files that are not named in kebab-case, for example `read-body.ts` or `user.spec.ts`. A dot file's dot is its tool's wish.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const kebabCaseRule = {
  meta: { type: 'suggestion', messages: { rename: 'Rename {{name}} to kebab-case, as in read-body.ts.' } },
  create: (context) => ({
    Program: (node) => {
      const name = basename(context.filename);
      if (!kebabCase.test(name)) context.report({ node, messageId: 'rename', data: { name } });
    },
  }),
};
