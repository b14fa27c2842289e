import type { WriteRecord } from '../../../api/debug/causes.ts';
import { errorText } from '../../../api/error-text.ts';
import { readChanges } from '../../commands/follow-change.ts';
import { FieldChanges } from '../../components/FieldChanges.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { findQualified } from '../../state/followed-steps.ts';

/** The fields that a write changed. A created object is shown on its own page. */
export function WriteChanges({ write }: { readonly write: WriteRecord }) {
  const { client } = useApplication();
  const resource = findQualified(useDiscovery(), write.resource);
  const isUpdate = write.effect === 'updated';
  const { value, error } = useAnswer(write.revision, '', async (signal) =>
    isUpdate && resource ? await readChanges(client, resource, write, signal) : [],
  );
  if (error !== undefined) return <p className="tp-subtle">The changes cannot be shown: {errorText(error)}</p>;
  if (!isUpdate || !value) return null;
  if (value.length === 0) return <p className="tp-subtle">Only the resource version or managed fields changed.</p>;
  return <FieldChanges changes={value} />;
}
