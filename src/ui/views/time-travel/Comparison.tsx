import { Alert, Button, Checkbox, ExpandableSection, Label, type LabelProps, Spinner } from '@patternfly/react-core';
import { useState } from 'react';
import { compareMoments } from '../../commands/compare-moments.ts';
import { FieldChanges } from '../../components/FieldChanges.tsx';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { RestoreDialog } from '../../components/restore/RestoreDialog.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useIdentityKey } from '../../hooks/use-application.ts';
import { useNamespaces } from '../../hooks/use-namespaces.ts';
import { namespacesText } from '../../state/namespaces.ts';
import { effectOf, type ObjectDifference } from '../../state/time/comparison.ts';

interface ComparisonProps {
  readonly from: number;
  /** Undefined for now. */
  readonly to: number | undefined;
}

/** Number of differences shown at once; the rest is counted. */
const MOST_SHOWN = 200;

/** The objects that differ between two moments, in the namespaces of the masthead, with their changed fields. */
export function Comparison({ from, to }: ComparisonProps) {
  const application = useApplication();
  const namespaces = useNamespaces();
  const [asked, setAsked] = useState(0);
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const [isRestoring, setRestoring] = useState(false);
  const { value, error } = useAnswer(`compare ${from} ${to} ${useIdentityKey()}`, String(asked), (signal) =>
    compareMoments(application, from, to, signal),
  );
  const again = () => setAsked(asked + 1);
  if (error !== undefined) return <ErrorState error={error} onRetry={again} />;
  if (!value) return <Spinner aria-label="Comparing" />;
  const differences = value.differences.filter(({ resource, before, after }) => {
    const { namespace, name } = (after ?? before)?.metadata ?? {};
    return (
      namespaces.length === 0 || namespaces.includes((resource.resource === 'namespaces' ? name : namespace) ?? '')
    );
  });
  const chosen = differences.filter(({ key }) => !without.has(key));
  const toggle = (key: string, isChosen: boolean) => {
    const next = new Set(without);
    if (isChosen) next.delete(key);
    else next.add(key);
    setWithout(next);
  };
  const unread = (
    <>
      {value.unread.length > 0 && (
        <Alert
          variant="warning"
          isInline
          isPlain
          component="p"
          title={`Not compared, because they could not be read: ${value.unread.join(', ')}.`}
        />
      )}
      {value.withoutHistory.length > 0 && (
        <p className="tp-subtle">
          Not compared, because the objects of extension API servers have no history: {value.withoutHistory.join(', ')}.
        </p>
      )}
    </>
  );
  if (differences.length === 0)
    return (
      <>
        {unread}
        <p>No objects differ.</p>
      </>
    );
  return (
    <>
      {unread}
      <div className="tp-compare-head" aria-live="polite">
        <span>
          {countText(differences)}
          {namespaces.length === 0 ? '' : ` in the ${namespacesText(namespaces)}`}
        </span>
        {to === undefined && (
          <>
            <Button variant="secondary" isDisabled={chosen.length === 0} onClick={() => setRestoring(true)}>
              Restore {chosen.length} {chosen.length === 1 ? 'object' : 'objects'}…
            </Button>
            <Button
              variant="link"
              onClick={() => setWithout(new Set(chosen.length > 0 ? differences.map(({ key }) => key) : []))}
            >
              {chosen.length > 0 ? 'Select none' : 'Select all'}
            </Button>
          </>
        )}
      </div>
      <ul className="tp-differences">
        {differences.slice(0, MOST_SHOWN).map((difference) => (
          <li key={difference.key}>
            {to === undefined && (
              <Checkbox
                id={`restore ${difference.key}`}
                aria-label={`Restore ${nameText(difference)}`}
                isChecked={!without.has(difference.key)}
                onChange={(_event, isChosen) => toggle(difference.key, isChosen)}
              />
            )}
            <Difference difference={difference} />
          </li>
        ))}
      </ul>
      {differences.length > MOST_SHOWN && (
        <p className="tp-subtle">The first {MOST_SHOWN} are shown. Select a namespace in the masthead to see fewer.</p>
      )}
      {isRestoring && (
        <RestoreDialog
          title="Restore from this moment"
          differences={chosen}
          onClose={(hasWritten) => {
            setRestoring(false);
            if (hasWritten) again();
          }}
        />
      )}
    </>
  );
}

const LABELS: Readonly<Record<ReturnType<typeof effectOf>, LabelProps['color']>> = {
  created: 'green',
  changed: 'blue',
  deleted: 'red',
};

function Difference({ difference }: { readonly difference: ObjectDifference }) {
  const effect = effectOf(difference);
  const head = (
    <>
      <Label isCompact color={LABELS[effect] ?? 'grey'}>
        {effect}
      </Label>{' '}
      {nameText(difference)}
    </>
  );
  if (difference.changes.length === 0) return <span className="tp-difference">{head}</span>;
  return (
    <ExpandableSection className="tp-difference" toggleContent={<span>{head}</span>}>
      <FieldChanges changes={difference.changes} />
    </ExpandableSection>
  );
}

const nameText = ({ resource, before, after }: ObjectDifference): string => {
  const { namespace, name } = (after ?? before)?.metadata ?? {};
  return `${resource.kind} ${namespace ? `${namespace}/` : ''}${name}`;
};

function countText(differences: readonly ObjectDifference[]): string {
  const counts = (['created', 'changed', 'deleted'] as const).flatMap((effect) => {
    const count = differences.filter((difference) => effectOf(difference) === effect).length;
    return count === 0 ? [] : `${count.toLocaleString('en')} ${effect}`;
  });
  return counts.join(', ');
}
