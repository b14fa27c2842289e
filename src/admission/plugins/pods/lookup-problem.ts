import { isValidPathSegmentName } from '../../../api/names.ts';

/** Why the real server's client could not even ask for an object of this name; undefined when it could. */
export function lookupProblem(name: string): string | undefined {
  if (name === '') return 'resource name may not be empty';
  const problems = isValidPathSegmentName(name);
  return problems.length ? `invalid resource name ${JSON.stringify(name)}: [${problems.join(' ')}]` : undefined;
}
