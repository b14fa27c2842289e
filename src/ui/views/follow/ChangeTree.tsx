import { Button } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ChangeNode, WriteRecord } from '../../../api/debug/causes.ts';
import { errorText } from '../../../api/error-text.ts';
import { circumstances, writerOf, writeVerb } from '../../../client/causes/cause-text.ts';
import { documentationOf, ruleOf } from '../../../client/causes/component-rules.ts';
import { asSentence } from '../../../client/why/words.ts';
import { readChanges } from '../../commands/follow-change.ts';
import { FieldChanges } from '../../components/FieldChanges.tsx';
import { ObjectLink } from '../../components/ObjectLink.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { findQualified, mainWrite } from '../../state/followed-steps.ts';
import { RequestSteps } from './RequestSteps.tsx';

interface ChangeTreeProps {
  readonly tree: readonly ChangeNode[];
  readonly label: string;
}

/** What followed from what, as nested lists. */
export function ChangeTree({ tree, label }: ChangeTreeProps) {
  return (
    <ol className="tp-follow" aria-label={label}>
      {tree.map((node) => (
        <li key={node.writes[0]?.revision}>
          <Step node={node} />
        </li>
      ))}
    </ol>
  );
}

function Step({ node: { writes, effects } }: { readonly node: ChangeNode }) {
  const [isOpen, setOpen] = useState(false);
  const [first] = writes;
  const main = mainWrite(writes);
  const resource = findQualified(useDiscovery(), first?.resource ?? '');
  if (!first || !main) return null;
  const { name, namespace } = first;
  const writer = writerOf(first);
  const because = circumstances(main).join(', ');
  return (
    <>
      <div className="tp-follow-step">
        <span className="tp-follow-text">
          <strong>{writer}</strong> {writeVerb(main)} {resource?.kind ?? first.resource}{' '}
          <ObjectLink resource={resource} metadata={{ namespace, name }} />
          {because && <span className="tp-subtle">, because {because}</span>}
        </span>
        {writes.length > 1 && <span className="tp-subtle">{writes.length} writes</span>}
        <Button
          variant="link"
          isInline
          size="sm"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide details' : 'Details'} of ${writer} and ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide details' : 'Details'}
        </Button>
      </div>
      {isOpen && <Details writes={writes} />}
      {!first.cause && first.trace && <RequestSteps write={first} />}
      {effects.length > 0 && <ChangeTree tree={effects} label={`Effects on ${name}`} />}
    </>
  );
}

/** The rule of the component, and each write with its request and its changes. */
function Details({ writes }: { readonly writes: readonly WriteRecord[] }) {
  const rule = ruleOf(writes[0]?.cause?.component ?? '');
  return (
    <div className="tp-follow-details">
      {rule && (
        <p>
          {rule.rule}{' '}
          <a href={documentationOf(rule)} target="_blank" rel="noreferrer">
            Documentation
          </a>
        </p>
      )}
      <ul className="tp-follow-writes" aria-label="Writes">
        {writes.map((write) => (
          <li key={write.revision}>
            <WriteFacts write={write} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function WriteFacts({ write }: { readonly write: WriteRecord }) {
  const because = circumstances(write).join(', ');
  return (
    <>
      <span>
        Revision {write.revision} at {write.time.slice(11, 23)} UTC.{' '}
        {because && <span className="tp-subtle">{asSentence(because)} </span>}
        {write.trace && (
          <Link to="/requests" search={{ trace: write.trace, ...(write.cause ? { components: true } : {}) }}>
            View request
          </Link>
        )}
      </span>
      <WriteChanges write={write} />
    </>
  );
}

/** The fields that a write changed. A created object is shown on its own page. */
function WriteChanges({ write }: { readonly write: WriteRecord }) {
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
