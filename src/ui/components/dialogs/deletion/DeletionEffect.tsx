import './deletion.css';
import { Skeleton, Title } from '@patternfly/react-core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { dialectNamed } from '../../../../api/dialect.ts';
import type { DiscoveredResource } from '../../../../client/discovery.ts';
import { deletionPlan, type PropagationPolicy } from '../../../../client/relations/deletion.ts';
import { removerOf } from '../../../../client/relations/finalizers.ts';
import type { ObjectName } from '../../../commands/delete-objects.ts';
import { type ReadDeletion, readDeletion } from '../../../commands/read-deletion.ts';
import { useApplication, useDiscovery } from '../../../hooks/use-application.ts';
import { dialectOf } from '../../../state/dialect-names.ts';
import { DeletionTree, ObjectText } from './DeletionTree.tsx';
import { PolicyField } from './PolicyField.tsx';

interface DeletionEffectProps {
  readonly resource: DiscoveredResource;
  readonly names: readonly ObjectName[];
  readonly policy: PropagationPolicy;
  readonly onPolicy: (policy: PropagationPolicy) => void;
  /** Whether dependents are deleted at all. */
  readonly isCollecting: boolean;
}

/** Number of finalizers and references shown. */
const MOST = 20;

/** The effect of a deletion: dependents, finalizers that delay it, and references that would break. */
export function DeletionEffect({ resource, names, policy, onPolicy, isCollecting }: DeletionEffectProps) {
  const { client } = useApplication();
  const discovery = useDiscovery();
  const dialect = dialectNamed(dialectOf(discovery));
  const [value, setValue] = useState<ReadDeletion>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: The dialog explains the deletion of the objects with which it was opened.
  useEffect(() => {
    const abort = new AbortController();
    void (async () => {
      for await (const read of readDeletion(client, discovery, resource, names, abort.signal))
        if (!abort.signal.aborted) setValue(read);
    })();
    return () => abort.abort();
  }, [client]);
  const plan = useMemo(
    () => value && deletionPlan(value.roots, value.known, isCollecting ? policy : 'Orphan', dialect),
    [value, policy, isCollecting, dialect],
  );
  if (!value || !plan) return <Skeleton height="4rem" screenreaderText="Loading the effect of the deletion" />;
  const { roots, dependents, kept, finalizers, broken } = plan;
  const owned = roots.flatMap((root) => root.dependents);
  const hasOwned = dependents + kept.length > 0 && resource.resource !== 'namespaces';
  return (
    <div className="tp-deletion">
      {hasOwned && isCollecting && <PolicyField policy={policy} onChange={onPolicy} />}
      {owned.length > 0 && (
        <Part title={`Also deleted (${dependents})`}>{(label) => <DeletionTree objects={owned} label={label} />}</Part>
      )}
      {kept.length > 0 && (
        <Part title={`Kept without this owner (${kept.length})`}>
          {(label) => <DeletionTree objects={kept.map((object) => ({ ...object, dependents: [] }))} label={label} />}
        </Part>
      )}
      {finalizers.length > 0 && (
        <Part title={`Held by finalizers (${finalizers.length})`}>
          {(label) => (
            <Rows label={label} count={finalizers.length}>
              {finalizers.slice(0, MOST).map((held) => (
                <li key={`${held.kind} ${held.name} ${held.finalizer}`}>
                  <ObjectText {...held} />: <code>{held.finalizer}</code>{' '}
                  <span className="tp-subtle">
                    removed by {removerOf(held.finalizer, dialect) ?? 'the component that added it'}
                  </span>
                </li>
              ))}
            </Rows>
          )}
        </Part>
      )}
      {broken.length > 0 && (
        <Part title={`References that would break (${broken.length})`}>
          {(label) => (
            <Rows label={label} count={broken.length}>
              {broken.slice(0, MOST).map((reference) => (
                <li key={JSON.stringify(reference)}>
                  <ObjectText {...reference} />{' '}
                  <span className="tp-subtle">
                    {reference.relation} {reference.to.name}
                    {reference.detail && ` (${reference.detail})`}
                  </span>
                </li>
              ))}
            </Rows>
          )}
        </Part>
      )}
      <p className="tp-subtle" aria-live="polite">
        {!value.isComplete && 'Looking through the rest of long collections…'}
      </p>
      {value.unknown.length > 0 && (
        <p className="tp-subtle">{value.unknown.join(', ')} could not be listed, so more may be affected.</p>
      )}
    </div>
  );
}

interface PartProps {
  readonly title: string;
  /** The list, with the given accessible name. */
  readonly children: (label: string) => ReactNode;
}

const Part = ({ title, children }: PartProps) => (
  <section>
    <Title headingLevel="h2" size="md">
      {title}
    </Title>
    {children(title)}
  </section>
);

interface RowsProps {
  readonly label: string;
  /** Number of all rows, including those that are not shown. */
  readonly count: number;
  readonly children: ReactNode;
}

const Rows = ({ label, count, children }: RowsProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: A long list scrolls, also by keyboard.
  <ul aria-label={label} tabIndex={0}>
    {children}
    {count > MOST && <li>and {count - MOST} more</li>}
  </ul>
);
