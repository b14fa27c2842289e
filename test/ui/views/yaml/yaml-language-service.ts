import type { JSONSchema } from 'monaco-yaml';
import { vi } from 'vitest';

interface Hover {
  readonly contents: { readonly value: string };
}
interface Completion {
  readonly label: string;
  readonly insertText: string;
  readonly documentation?: string | { readonly value: string };
}
interface YamlWorker {
  doHover(uri: string, position: { line: number; character: number }): Promise<Hover | null>;
  doComplete(uri: string, position: { line: number; character: number }): Promise<{ items: readonly Completion[] }>;
}
type StartWorker = (context: { getMirrorModels(): readonly object[] }, settings: object) => YamlWorker;

const URI = 'file:///object.yaml';
/** The worker caches the last version of a text. */
let version = 0;
let start: StartWorker | undefined;

// The editor's worker registers here instead of with Monaco.
vi.mock('monaco-worker-manager/worker', () => ({
  initialize: (starter: StartWorker) => {
    start = starter;
  },
}));

/** Returns the hover of a field at `|` in a text, or the completions there and their documentation. */
export async function editorAt(text: string, schema: JSONSchema) {
  await import('monaco-yaml/yaml.worker.js');
  const offset = text.indexOf('|');
  const value = text.replace('|', '');
  const before = text.slice(0, offset).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const model = { uri: URI, version: ++version, getValue: () => value };
  const schemas = [{ uri: `${URI}.schema.json`, fileMatch: [URI], schema }];
  const settings = { schemas, hover: true, completion: true, validate: true, isKubernetes: true, yamlVersion: '1.1' };
  const worker = start?.({ getMirrorModels: () => [model] }, { ...settings, hoverSchemaSource: false });
  if (!worker) throw new Error('the YAML worker did not start');
  return {
    hover: async () => (await worker.doHover(URI, position))?.contents.value,
    documentation: async (label: string) => {
      const { items } = await worker.doComplete(URI, position);
      const found = items.find((item) => item.label === label)?.documentation;
      return typeof found === 'object' ? found.value : found;
    },
    /** The inserted texts of the completions by their labels. */
    completions: async () => {
      const { items } = await worker.doComplete(URI, position);
      return new Map(items.map((item) => [item.label, item.insertText]));
    },
  };
}
