import { Card, CardBody, CardHeader, CardTitle, FormSelect, FormSelectOption } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { groupResourceText } from '../../../api/object.ts';
import { findResource } from '../../../client/discovery.ts';
import { explainAccess } from '../../commands/review-access.ts';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useRbac } from '../../hooks/use-rbac.ts';
import { useWhoAmI } from '../../hooks/use-who-am-i.ts';
import { NAMESPACE_ACTIONS } from '../../state/access/access-choices.ts';
import { actionOf, subjectOf } from '../../state/access/access-question.ts';
import { WhoCan } from '../access/WhoCan.tsx';

/** Who can read secrets in a namespace, and similar questions. */
export function NamespaceAccess({ namespace }: { readonly namespace: string }) {
  const { client } = useApplication();
  const discovery = useDiscovery();
  const [chosen, setChosen] = useState(0);
  const { text: _, resource: plural, ...asked } = NAMESPACE_ACTIONS[chosen] ?? NAMESPACE_ACTIONS[0];
  const found = findResource(discovery, plural);
  const search = { ...asked, namespace, resource: groupResourceText(found ?? { group: '', resource: plural }) };
  const subject = subjectOf({}, useWhoAmI());
  const action = actionOf(search, discovery);
  const { revision } = useRbac();
  const explanation = useAnswer(JSON.stringify({ subject, action }), revision, async (signal) =>
    subject && action ? explainAccess(client, { subject, action }, signal) : undefined,
  );
  const { value, error } = explanation;
  return (
    <Card isCompact component="section" aria-labelledby="namespace-access">
      <CardHeader
        actions={{
          actions: (
            <Link to="/access" search={{ ...search, tab: 'who' }}>
              Open in Access
            </Link>
          ),
          hasNoOffset: true,
        }}
      >
        <CardTitle component="h2" id="namespace-access">
          Who can do this here
        </CardTitle>
      </CardHeader>
      <CardBody className="tp-namespace-access">
        <FormSelect aria-label="Action" value={String(chosen)} onChange={(_event, value) => setChosen(Number(value))}>
          {NAMESPACE_ACTIONS.map(({ text }, index) => (
            <FormSelectOption key={text} value={String(index)} label={text} />
          ))}
        </FormSelect>
        {error ? <ErrorState error={error} /> : action && <WhoCan explanation={{ value, error }} action={action} />}
      </CardBody>
    </Card>
  );
}
