import { Card, CardBody, EmptyState, EmptyStateBody, Form, PageSection } from '@patternfly/react-core';
import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { type Rbac, useRbac } from '../../hooks/use-rbac.ts';
import { useWhoAmI } from '../../hooks/use-who-am-i.ts';
import { actionOf, subjectOf } from '../../state/access/access-question.ts';
import { AccessAnswer } from './AccessAnswer.tsx';
import { useAccessSearch } from './use-access-search.ts';
import './access.css';
import { ActionFields } from './ActionFields.tsx';
import { SubjectFields } from './SubjectFields.tsx';

/** Checks access. The address holds the question; the server answers with its reasons. */
export function AccessView() {
  const { search } = useAccessSearch();
  const discovery = useDiscovery();
  const rbac = useRbac();
  const subject = subjectOf(search, useWhoAmI());
  const action = actionOf(search, discovery);
  return (
    <>
      <ViewHeader title="Access" description="Check who can do what, and which binding, role and rule decides." />
      <PageSection isFilled hasBodyWrapper={false} className="tp-access">
        <AccessForm rbac={rbac} />
        <div className="tp-access-answer">
          {subject && action ? (
            <AccessAnswer question={{ subject, action }} occasion={rbac.revision} />
          ) : (
            (search.subject || !action) && <Incomplete what={subject ? 'a path' : 'a name'} />
          )}
        </div>
      </PageSection>
    </>
  );
}

function Incomplete({ what }: { readonly what: string }) {
  return (
    <EmptyState titleText={`Enter ${what}`} icon={KeyIcon} headingLevel="h2" variant="sm">
      <EmptyStateBody>The decision appears here when the form is complete.</EmptyStateBody>
    </EmptyState>
  );
}

/** The question. Every change is submitted automatically. */
function AccessForm({ rbac }: { readonly rbac: Rbac }) {
  return (
    <Card isCompact className="tp-access-form">
      <CardBody>
        <Form aria-label="Access check" onSubmit={(event) => event.preventDefault()}>
          <SubjectFields rbac={rbac} />
          <ActionFields />
        </Form>
      </CardBody>
    </Card>
  );
}
