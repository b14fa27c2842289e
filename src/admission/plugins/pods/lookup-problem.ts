import { isValidPathSegmentName } from '../../../api/names.ts';

/** Returns why the real server's client could not request an object with this name; undefined when it could. */
export function lookupProblem(name: string): string | undefined {
  if (name === '') return 'resource name may not be empty';
  const problems = isValidPathSegmentName(name);
  return problems.length ? `invalid resource name ${JSON.stringify(name)}: [${problems.join(' ')}]` : undefined;
}
