import { FormGroup, FormSelect, FormSelectOption, TextInput } from '@patternfly/react-core';
import { preferredResources } from '../../../client/discovery.ts';
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
      <Choice
        id="lab-phase"
        label="Phase"
        value={phase}
        options={{ mutating: 'Mutating', validating: 'Validating' }}
        onChange={(chosen) => onChange({ phase: chosen })}
      />
      <Choice
        id="lab-resource"
        label="Resource"
        value={resource}
        options={useWritableResources()}
        onChange={(chosen) => onChange({ resource: chosen })}
      />
      <Choice
        id="lab-timeout"
        label="Timeout"
        value={String(timeoutSeconds)}
        options={{ 1: '1 s', 2: '2 s', 5: '5 s', 10: '10 s', 30: '30 s' }}
        onChange={(chosen) => onChange({ timeoutSeconds: Number(chosen) })}
      />
      <Choice
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
    <Choice
      id="lab-action"
      label="Validation action"
      value={policy.action}
      options={{ Deny: 'Deny', Warn: 'Warn', Audit: 'Audit' }}
      onChange={(chosen) => onChange({ action: chosen })}
    />
  </div>
);

interface ChoiceProps<Value extends string> {
  readonly id: string;
  readonly label: string;
  readonly value: Value;
  /** Labels by value. */
  readonly options: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

const Choice = <Value extends string>({ id, label, value, options, onChange }: ChoiceProps<Value>) => (
  <FormGroup label={label} fieldId={id}>
    <FormSelect id={id} value={value} onChange={(_, chosen) => onChange(chosen as Value)}>
      {Object.entries<string>(options).map(([key, text]) => (
        <FormSelectOption key={key} value={key} label={text} />
      ))}
    </FormSelect>
  </FormGroup>
);

/** Returns the plural names of writable resources as options. */
function useWritableResources(): Readonly<Record<string, string>> {
  const resources = preferredResources(useDiscovery()).filter(
    ({ verbs }) => verbs.includes('create') && verbs.includes('update'),
  );
  const names = [...new Set(resources.map(({ resource }) => resource))].toSorted();
  return Object.fromEntries(names.map((name) => [name, name]));
}
