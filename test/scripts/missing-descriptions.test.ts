import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { missingDescriptions } from '../../src/scripts/generate/missing-descriptions.mjs';

test('the generator lists the types and fields without a description, by file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tabplane-descriptions-'));
  const texts = {
    WidgetSpec: { about: 'The desired state.', fields: { size: 'Size.' } },
    'v1.WidgetSpec': { fields: { color: 'Color in v1.' } },
  };
  await writeFile(join(folder, 'example.json'), JSON.stringify(texts));
  const field = { type: 'string' };
  const definitions = {
    'example.v1.Widget': {
      kinds: [['example.k8s.io', 'v1', 'Widget']],
      fields: { kind: field, spec: field, data: field },
    },
    'example.v1.WidgetSpec': { fields: { size: field, color: field } },
    'example.v2.WidgetSpec': { fields: { size: field, color: field } },
    'other.v1.Part': { fields: { name: field } },
  };
  try {
    expect(missingDescriptions(definitions, pathToFileURL(`${folder}/`))).toEqual({
      'example.json': ['Widget.data', 'WidgetSpec.color'],
      'other.json': ['Part', 'Part.name'],
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
