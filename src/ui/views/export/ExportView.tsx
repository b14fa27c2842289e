import './export.css';
import { Alert, PageSection, Spinner } from '@patternfly/react-core';
import { useMemo, useState } from 'react';
import { isTransient } from '../../../api/transient-objects.ts';
import { collectObjects } from '../../../client/manifests/collect-objects.ts';
import { writeOrder } from '../../../client/manifests/write-order.ts';
import { ListDenialLinks } from '../../components/access/ListDenialLinks.tsx';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useDiscovery, useIdentityKey } from '../../hooks/use-application.ts';
import { useNamespaces } from '../../hooks/use-namespaces.ts';
import {
  countBy,
  type ExportSelection,
  exportable,
  kindOf,
  namespaceOf,
  selectObjects,
} from '../../state/objects/export-selection.ts';
import { pluralKind } from '../../state/objects/navigation.ts';
import { CountedChoices } from './CountedChoices.tsx';
import { ExportActions } from './ExportActions.tsx';
import { ExportOptions } from './ExportOptions.tsx';

/** Exports objects as a YAML file or a share link. */
export function ExportView() {
  const { client } = useApplication();
  const discovery = useDiscovery();
  const [asked, setAsked] = useState(0);
  const namespaces = useNamespaces();
  const question = `export ${useIdentityKey()} ${namespaces.join()}`;
  const { value: collection, error } = useAnswer(question, String(asked), (signal) =>
    collectObjects(client, discovery, signal, namespaces),
  );
  const [selection, setSelection] = useState<ExportSelection>({
    form: 'clean',
    withoutKinds: new Set(),
    withoutNamespaces: new Set(),
    labels: '',
  });
  const all = useMemo(() => collection?.objects.map(({ object }) => object) ?? [], [collection]);
  const choices = useMemo(
    () => exportable(all, selection.form).filter((object) => selection.form === 'exact' || !isTransient(object)),
    [all, selection.form],
  );
  const selected = useMemo(() => {
    const objects = selectObjects(choices, selection);
    return writeOrder(objects, discovery).flatMap((index) => objects[index] ?? []);
  }, [choices, selection, discovery]);
  const firstUnreadable = collection?.unreadable[0];
  const change = (part: Partial<ExportSelection>) => setSelection({ ...selection, ...part });
  return (
    <>
      <ViewHeader
        title="Export objects"
        description="Save objects as multi-document YAML to import later, here or with kubectl."
      />
      <PageSection isFilled hasBodyWrapper={false} className="tp-export">
        {error !== undefined ? (
          <ErrorState error={error} onRetry={() => setAsked(asked + 1)} />
        ) : !collection ? (
          <Spinner aria-label="Loading objects" />
        ) : (
          <>
            {collection.unreadable.length > 0 && (
              <Alert component="h2" variant="warning" isInline title="Kinds that you cannot list are not included">
                <p>
                  {collection.unreadable.map(pluralKind).join(', ')}{' '}
                  {firstUnreadable && <ListDenialLinks {...firstUnreadable} />}
                </p>
                {namespaces.length === 0 && collection.unreadable.some(({ namespaced }) => namespaced) && (
                  <p>
                    To export the objects of one namespace, select it at the top of the page, or type its name there.
                  </p>
                )}
              </Alert>
            )}
            <ExportOptions selection={selection} onChange={change} />
            <ExportActions objects={selected} form={selection.form} />
            <div className="tp-export-choices">
              <CountedChoices
                title="Kinds"
                counts={countBy(choices, kindOf)}
                without={selection.withoutKinds}
                onChange={(withoutKinds) => change({ withoutKinds })}
              />
              <CountedChoices
                title="Namespaces"
                counts={countBy(choices, namespaceOf)}
                without={selection.withoutNamespaces}
                onChange={(withoutNamespaces) => change({ withoutNamespaces })}
              />
            </div>
          </>
        )}
      </PageSection>
    </>
  );
}
