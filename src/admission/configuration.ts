import { parse } from 'yaml';
import { isRecord } from '../api/object.ts';

/** What an AdmissionConfiguration (JSON or YAML) says to each plugin, by the plugin's name. @throws Error for its author. */
export function readAdmissionConfiguration(text: string): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const document: unknown = parse(text);
  const { plugins = [] } = isRecord(document) ? document : {};
  if (!Array.isArray(plugins)) throw new Error('plugins of the admission configuration must be a list');
  return new Map(
    plugins.map((entry: unknown) => {
      const { name, configuration } = isRecord(entry) ? entry : {};
      if (typeof name !== 'string') throw new Error('every plugin of the admission configuration needs a name');
      return [name, isRecord(configuration) ? configuration : {}];
    }),
  );
}
