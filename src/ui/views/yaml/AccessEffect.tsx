import { Alert, ExpandableSection, List, ListItem } from '@patternfly/react-core';
import { useEffect, useState } from 'react';
import type { AccessChangeSpec, ChangedAccess, RbacObject } from '../../../api/access-analysis.ts';
import { type ApiObject, parseApiVersion } from '../../../api/object.ts';
import { findResource } from '../../../client/discovery.ts';
import { askForChange } from '../../commands/ask-access.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { ruleText } from '../../state/access-choices.ts';
import { objectOf, readDocuments } from './yaml-text.ts';

interface AccessEffectProps {
  readonly text: string;
  /** Where an object goes that names no namespace. */
  readonly namespace: string;
}

/** Milliseconds without typing after which the effect is asked for. */
const TYPING_PAUSE = 400;

/** Of a role or binding that is being written: who would gain and lose what if it were saved now. */
export function AccessEffect({ text, namespace }: AccessEffectProps) {
  const { client, platform } = useApplication();
  const discovery = useDiscovery();
  const [settled, setSettled] = useState(text);
  useEffect(
    () => (settled === text ? undefined : platform.clock.after(TYPING_PAUSE, () => setSettled(text))),
    [platform, settled, text],
  );
  const group = findResource(discovery, 'clusterrolebindings')?.group;
  const object = rbacObjectOf(settled, group, namespace);
  const { value } = useAnswer(JSON.stringify(object), '', (signal) =>
    object ? askForChange(client, { object } satisfies AccessChangeSpec, signal) : Promise.resolve(undefined),
  );
  if (!object || !value) return null;
  const { gained, lost } = value;
  return (
    <div aria-live="polite" className="tp-access-effect">
      {gained.length + lost.length === 0 ? (
        <Alert isInline isPlain variant="info" title="Saving this changes nobody's access." />
      ) : (
        <Alert
          isInline
          isPlain
          variant={lost.length ? 'warning' : 'info'}
          title={`Saving this ${[countText(gained, 'gives access to'), countText(lost, 'takes access from')].filter(Boolean).join(', and ')}.`}
        >
          <ExpandableSection toggleText="Show who gains and loses what" isIndented>
            <Changes title="Gained" changes={gained} />
            <Changes title="Lost" changes={lost} />
          </ExpandableSection>
        </Alert>
      )}
    </div>
  );
}

const countText = ({ length }: readonly ChangedAccess[], does: string): string =>
  length === 0 ? '' : `${does} ${length === 1 ? 'one subject' : `${length} subjects`}`;

function Changes({ title, changes }: { readonly title: string; readonly changes: readonly ChangedAccess[] }) {
  if (changes.length === 0) return null;
  return (
    <>
      <strong>{title}</strong>
      <List isPlain aria-label={title}>
        {changes.map(({ subject, namespace, rules }) => (
          <ListItem key={JSON.stringify([subject, namespace])}>
            {subject.kind} {subject.namespace ? `${subject.namespace}/${subject.name}` : subject.name},{' '}
            {namespace ? `in ${namespace}` : 'everywhere'}: {rules.map((rule) => ruleText(textRule(rule))).join('; ')}
          </ListItem>
        ))}
      </List>
    </>
  );
}

const textRule = ({ verbs, ...rule }: ChangedAccess['rules'][number]) => ({ ...rule, verbs: verbs ?? [] });

const NAMESPACED = new Set(['Role', 'RoleBinding']);
const KINDS = new Set([...NAMESPACED, 'ClusterRole', 'ClusterRoleBinding']);

/** The one role or binding that a text describes; undefined for anything else, also while it cannot be read. */
function rbacObjectOf(text: string, group: string | undefined, namespace: string): RbacObject | undefined {
  const { documents, errors } = readDocuments(text);
  const [document] = documents;
  if (!document || documents.length > 1 || errors.length > 0) return undefined;
  const object: ApiObject | undefined = objectOf(document);
  if (!object || typeof object.apiVersion !== 'string' || parseApiVersion(object.apiVersion).group !== group) return;
  if (!KINDS.has(object.kind) || !object.metadata.name) return undefined;
  const place = NAMESPACED.has(object.kind) ? { namespace: object.metadata.namespace || namespace } : {};
  return { ...object, metadata: { ...object.metadata, ...place } } as RbacObject;
}
