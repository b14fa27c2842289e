import { isRecord } from '../../api/object.ts';
import type { ClusterOptions } from '../cluster.ts';
import { seedProblem } from '../seeds/seed-problem.ts';
import { usersOf } from '../users/sender.ts';
import { type Checks, isCount, isTexts, must } from './check-options.ts';

/** The pattern of cluster names, which become parts of database names and header values. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const isName = must('a text of letters, digits, ".", "_" and "-" that begins with a letter or a digit', (value) =>
  NAME.test(String(value)),
);

const ofUser: readonly string[] = ['groups', 'token'];

/** The checks of the options of every embedded cluster. */
export const CLUSTER_CHECKS: Checks<ClusterOptions> = {
  name: isName,
  dialect: must('"kubernetes" or "cluster"', (value) => value === 'kubernetes' || value === 'cluster'),
  seed: seedProblem,
  onSeedChange: must('"keep" or "reset"', (value) => value === 'keep' || value === 'reset'),
  users: usersProblem,
  defaultUser: must('the name of a user, or null', (value) => value === null || typeof value === 'string'),
  controllers: must('true, false or a list of names', (value) => ['boolean', 'string'].includes(typeof value)),
  simulatedNodes: isCount,
  flags: isTexts,
};

const isText = (value: unknown): boolean => typeof value === 'string';
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isOptional = (value: unknown, check: (value: unknown) => boolean): boolean => value === undefined || check(value);

function usersProblem(users: unknown): string | undefined {
  if (!isRecord(users)) return 'must be a record of users by name: { alice: { groups: ["developers"] } }';
  for (const [name, user] of Object.entries(users)) {
    if (!isRecord(user)) return `must have an object for the user ${JSON.stringify(name)}, such as {}`;
    const unknown = Object.keys(user).find((field) => !ofUser.includes(field));
    if (unknown !== undefined)
      return `has an unknown field ${JSON.stringify(unknown)} of the user ${JSON.stringify(name)}; the fields are ${ofUser.join(', ')}`;
    if (!isOptional(user.groups, areTexts))
      return `must have a list of texts as groups of the user ${JSON.stringify(name)}`;
    if (!isOptional(user.token, isText)) return `must have a text as token of the user ${JSON.stringify(name)}`;
  }
  return sharedToken(users as ClusterOptions['users']);
}

/** Reports two users with the same token. A user without a token has its name as token. */
function sharedToken(users: ClusterOptions['users']): string | undefined {
  const owners = new Map<string, string>();
  for (const [name, { token = name }] of usersOf(users)) {
    const other = owners.get(token);
    if (other !== undefined)
      return `gives the users ${JSON.stringify(other)} and ${JSON.stringify(name)} the same token`;
    owners.set(token, name);
  }
  return undefined;
}
