import type { WrittenDefinition } from '../schema/definition.ts';

export function missingDescriptions(
  definitions: Readonly<Record<string, Pick<WrittenDefinition, 'kinds' | 'fields'>>>,
  folder: URL,
): Record<string, string[]>;
