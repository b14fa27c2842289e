import { expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { readWriteOptions } from '../../../src/server/http/write-options.ts';

const KINDS = ['CreateOptions', 'UpdateOptions', 'PatchOptions'] as const;
const QUERIES = [
  '',
  'fieldManager=a',
  'dryRun=All&fieldValidation=Strict',
  'force=true',
  'fieldValidation=No',
  'dryRun=',
];

const outcome = (query: URLSearchParams, kind: (typeof KINDS)[number], isApply: boolean): unknown => {
  try {
    return readWriteOptions(query, kind, kubernetesDialect, isApply);
  } catch (error) {
    return (error as Error).message;
  }
};

it('reads a shared query like a new one, regardless of earlier reads', () => {
  for (const text of QUERIES) {
    const shared = new URLSearchParams(text);
    for (const kind of [...KINDS, ...KINDS])
      for (const isApply of [true, false, false])
        expect(outcome(shared, kind, isApply), `${kind} ${text}`).toEqual(
          outcome(new URLSearchParams(text), kind, isApply),
        );
  }
});
