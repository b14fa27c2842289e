import { Card, CardBody, Form } from '@patternfly/react-core';
import type { Rbac } from '../../hooks/use-rbac.ts';
import { ActionFields } from './ActionFields.tsx';
import { SubjectFields } from './SubjectFields.tsx';

/** The question. Every change is submitted automatically. */
export function AccessForm({ rbac }: { readonly rbac: Rbac }) {
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
