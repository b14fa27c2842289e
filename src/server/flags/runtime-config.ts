import { DEBUG_GROUP, DEBUG_VERSION } from '../../api/debug/access-explanation.ts';
import type { Dialect } from '../../api/dialect.ts';
import { resourceRows } from '../../schema/kind-tables.ts';
import { FlagError, parsePairs } from './server-flags.ts';

/** Keys that stand for several versions. */
const CLASSES = new Set(['api/all', 'api/ga', 'api/beta', 'api/alpha', 'api/legacy']);

/**
 * Checks that `--runtime-config` only names existing groups, versions and resources.
 * @throws FlagError with the real server's message
 */
export function checkRuntimeConfig(text: string, dialect: Dialect): void {
  const flagError = (why: string): FlagError => new FlagError(`--runtime-config: ${why}`);
  const pairs = parsePairs(text);
  if (pairs.size === 1 && isFalse(pairs.get('api/all'))) throw flagError('invalid key with only api/all=false');
  const known = knownResources(dialect);
  for (const [key, value] of pairs) {
    if (!/^(1|t|true|0|f|false)$/i.test(value)) {
      const reason = `strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`;
      throw flagError(`invalid value of ${key}: ${value}, err: ${reason}`);
    }
    if (CLASSES.has(key)) continue;
    if (key.startsWith(`${DEBUG_GROUP}/${DEBUG_VERSION}`)) continue;
    const [group = '', version = '', resource, ...rest] = (key === 'v1' ? 'api/v1' : key).split('/');
    if (version === '' || rest.length > 0) throw flagError(`invalid key ${key}`);
    const versions = known.get(group);
    if (!versions) throw flagError(`unknown api groups ${group}`);
    const resources = versions.get(version);
    if (!resources) throw flagError(`group version ${group}/${version} that has not been registered`);
    if (resource !== undefined && !resources.has(resource))
      throw flagError(`invalid key ${key}: there is no resource ${resource} in ${group}/${version}`);
  }
}

const isFalse = (value: string | undefined): boolean => /^(0|f|false)$/i.test(value ?? '');

type KnownResources = Map<string, Map<string, Set<string>>>;

/**
 * Returns the resources by group and version, with each group under its names in both dialects. The core group is
 * `api`.
 */
function knownResources(dialect: Dialect): KnownResources {
  const known: KnownResources = new Map();
  const add = (group: string, version: string, resource: string): void => {
    const versions = known.get(group) ?? new Map<string, Set<string>>();
    known.set(group, versions.set(version, (versions.get(version) ?? new Set()).add(resource)));
  };
  for (const { group, version, name } of resourceRows)
    for (const alias of new Set([group, dialect.renameText(group)])) add(alias || 'api', version, name);
  return known;
}
