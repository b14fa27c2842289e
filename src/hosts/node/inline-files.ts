import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { isRecord } from '../../api/object.ts';

/** Kubeconfig fields that name a file, and the fields that hold its content in base64. */
const DATA_FIELDS: Readonly<Record<string, string>> = {
  'certificate-authority': 'certificate-authority-data',
  'client-certificate': 'client-certificate-data',
  'client-key': 'client-key-data',
};

/**
 * Reads a configuration file (YAML or JSON) and replaces file names in it with the contents of the files, because the
 * server reads no files: certificates, keys and tokens of a kubeconfig; kubeconfigs and plugin files of an admission
 * configuration.
 * @throws Error of node:fs when a file cannot be read
 */
export async function readWithInlineFiles(path: string): Promise<string> {
  return stringify(await readDocument(path));
}

const readDocument = async (path: string): Promise<unknown> =>
  inlined(parse(await readFile(path, 'utf8')), dirname(path));

async function inlined(value: unknown, folder: string): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => inlined(item, folder)));
  if (!isRecord(value)) return value;
  const fields = await Promise.all(Object.entries(value).map(([name, field]) => inlinedField(name, field, folder)));
  return Object.fromEntries(fields);
}

async function inlinedField(name: string, value: unknown, folder: string): Promise<[string, unknown]> {
  if (typeof value !== 'string' || value === '') return [name, await inlined(value, folder)];
  const path = resolve(folder, value);
  const dataField = DATA_FIELDS[name];
  if (dataField) return [dataField, (await readFile(path)).toString('base64')];
  if (name === 'tokenFile') return ['token', (await readFile(path, 'utf8')).trim()];
  if (name === 'kubeConfigFile') return [name, await readWithInlineFiles(path)];
  // The configuration of a plugin in an AdmissionConfiguration. No other field in these files is a path.
  if (name === 'path') return ['configuration', await readDocument(path)];
  return [name, value];
}
