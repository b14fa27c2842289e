import { FormGroup, TextInput } from '@patternfly/react-core';
import { preferredResources } from '../../../client/discovery.ts';
import { ChoiceField } from '../../components/ChoiceField.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import type { LabPolicy, LabWebhook } from '../../state/stores/lab-store.ts';

interface FieldsProps<T> {
  readonly onChange: (changed: Partial<T>) => void;
}

/** The configuration of the webhook. */
export function WebhookFields({ webhook, onChange }: FieldsProps<LabWebhook> & { readonly webhook: LabWebhook }) {
  const { name, phase, resource, timeoutSeconds, failurePolicy } = webhook;
  return (
    <div className="tp-lab-fields">
      <FormGroup label="Name" fieldId="lab-name">
        <TextInput id="lab-name" value={name} spellCheck={false} onChange={(_, text) => onChange({ name: text })} />
      </FormGroup>
      <ChoiceField
        id="lab-phase"
        label="Phase"
        value={phase}
        options={{ mutating: 'Mutating', validating: 'Validating' }}
        onChange={(chosen) => onChange({ phase: chosen })}
      />
      <ChoiceField
        id="lab-resource"
        label="Resource"
        value={resource}
        options={useWritableResources()}
        onChange={(chosen) => onChange({ resource: chosen })}
      />
      <ChoiceField
        id="lab-timeout"
        label="Timeout"
        value={String(timeoutSeconds)}
        options={{ 1: '1 s', 2: '2 s', 5: '5 s', 10: '10 s', 30: '30 s' }}
        onChange={(chosen) => onChange({ timeoutSeconds: Number(chosen) })}
      />
      <ChoiceField
        id="lab-failure"
        label="Failure policy"
        value={failurePolicy}
        options={{ Fail: 'Fail', Ignore: 'Ignore' }}
        onChange={(chosen) => onChange({ failurePolicy: chosen })}
      />
    </div>
  );
}

/** The validation action of the policy. */
export const PolicyFields = ({ policy, onChange }: FieldsProps<LabPolicy> & { readonly policy: LabPolicy }) => (
  <div className="tp-lab-fields">
    <ChoiceField
      id="lab-action"
      label="Validation action"
      value={policy.action}
      options={{ Deny: 'Deny', Warn: 'Warn', Audit: 'Audit' }}
      onChange={(chosen) => onChange({ action: chosen })}
    />
  </div>
);

/** Returns the plural names of writable resources as options. */
function useWritableResources(): Readonly<Record<string, string>> {
  const resources = preferredResources(useDiscovery()).filter(
    ({ verbs }) => verbs.includes('create') && verbs.includes('update'),
  );
  const names = [...new Set(resources.map(({ resource }) => resource))].toSorted();
  return Object.fromEntries(names.map((name) => [name, name]));
}
