import { Skeleton, Switch } from '@patternfly/react-core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccessSource } from '../../../api/debug/access-analysis.ts';
import { preferredResources } from '../../../client/discovery.ts';
import { requestMatrix } from '../../commands/review-access.ts';
import { BindingAndRole } from '../../components/access/BindingAndRole.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { ruleText } from '../../state/access/access-choices.ts';
import { accessGraph, SUBJECT } from '../../state/access/access-graph.ts';
import type { AskedSubject } from '../../state/access/access-question.ts';
import { objectParameters } from '../../state/objects/addresses.ts';
import { GraphCanvas } from '../object/graph/GraphCanvas.tsx';
import { NoExplanation } from './NoExplanation.tsx';

interface AccessGraphTabProps {
  readonly subject: AskedSubject;
  readonly namespace: string | undefined;
  readonly occasion: string;
}

/** The bindings, roles and rules of a subject as a graph, and as a list. Loaded with the library that lays it out. */
export default function AccessGraphTab({ subject, namespace, occasion }: AccessGraphTabProps) {
  const { client } = useApplication();
  const [withSystem, setWithSystem] = useState(false);
  const { value, error } = useAnswer(JSON.stringify({ subject, namespace }), occasion, (signal) =>
    requestMatrix(client, subject, namespace, signal),
  );
  if (error) return <NoExplanation error={error} />;
  if (!value) return <Skeleton height="16rem" screenreaderText="Loading bindings" />;
  const sources = value.sources.filter(({ binding }) => withSystem || !binding.name.startsWith('system:'));
  return (
    <div className="tp-fixes">
      <Switch
        id="graph-system"
        label="Show bindings of the cluster itself"
        isChecked={withSystem}
        onChange={(_, isChecked) => setWithSystem(isChecked)}
      />
      {sources.length > 0 ? (
        <SourcesGraph subject={subject} sources={sources} />
      ) : (
        <p>
          {value.reason ??
            `No binding refers to this subject ${namespace ? `in namespace ${namespace} or cluster-wide` : 'cluster-wide'}.`}
        </p>
      )}
    </div>
  );
}

function SourcesGraph({
  subject,
  sources,
}: {
  readonly subject: AskedSubject;
  readonly sources: readonly AccessSource[];
}) {
  const discovery = useDiscovery();
  const navigate = useNavigate();
  const { nodes, edges } = accessGraph(subject.text, sources);
  const open = (id: string) => {
    const object = nodes.find((node) => node.id === id)?.object;
    const resource = preferredResources(discovery).find(({ kind }) => kind === object?.kind);
    if (!object || !resource) return;
    void navigate({
      to: '/objects/$group/$version/$resource/$in/$name',
      params: objectParameters(resource, object),
      search: ({ namespace }) => ({ namespace }),
    });
  };
  return (
    <>
      <GraphCanvas
        label="Graph of access"
        nodes={nodes}
        edges={edges.map((edge) => ({ ...edge, style: edge.relation === 'allows' ? 'uses' : 'binds' }))}
        root={SUBJECT}
        onOpen={open}
      />
      <ul className="tp-considered-list" aria-label="Bindings, roles and rules">
        {sources.map(({ binding, role, rule }) => (
          <li key={JSON.stringify([binding, role, rule])} className="tp-considered">
            <div>
              <BindingAndRole binding={binding} role={role} />
              <p className="tp-rule">{ruleText({ ...rule, verbs: rule.verbs ?? [] })}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
