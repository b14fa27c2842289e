import type { Dialect } from '../../api/dialect.ts';
import { timeText } from '../../api/environment.ts';
import type { CustomResourceDefinition } from '../../api/kinds/apiextensions-v1.generated.ts';
import { CUSTOM_RESOURCE_CLEANUP_FINALIZER } from '../../api/kubernetes-names.ts';

/**
 * Marks a deleted definition, and adds the finalizer that keeps it until its objects are deleted. The server deletes
 * these objects and then removes the finalizer.
 */
export function markDefinition(draft: CustomResourceDefinition, now: number, dialect: Dialect): void {
  const finalizer = dialect.rename(CUSTOM_RESOURCE_CLEANUP_FINALIZER);
  const { metadata } = draft;
  const time = timeText(now);
  if (!metadata.finalizers?.includes(finalizer)) metadata.finalizers = [...(metadata.finalizers ?? []), finalizer];
  metadata.deletionTimestamp ??= time;
  const conditions = (draft.status?.conditions ?? []).filter(({ type }) => type !== 'Terminating');
  const terminating = {
    type: 'Terminating',
    status: 'True',
    lastTransitionTime: time,
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  };
  draft.status = { ...draft.status, conditions: [...conditions, terminating] };
}
