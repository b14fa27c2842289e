import { Alert, FormGroup, FormSelect, FormSelectOption, TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { createRequest, type RequestedKey } from '../../commands/sign-certificates.ts';
import { FieldHint } from '../../components/dialogs/FieldHint.tsx';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { useApplication } from '../../hooks/use-application.ts';
import { builtInSigners } from '../../state/access/certificate-facts.ts';
import { splitCommaList } from '../../state/comma-list.ts';

interface NewRequestDialogProps {
  readonly resource: DiscoveredResource;
  readonly onClose: () => void;
  readonly onMade: (key: RequestedKey) => void;
}

const OTHER = 'other';
const LIFETIMES = [
  { seconds: 600, text: '10 minutes' },
  { seconds: 86_400, text: '1 day' },
  { seconds: 31_536_000, text: '1 year' },
];

/** Creates a key pair and a certificate request. */
export function NewRequestDialog({ resource, onClose, onMade }: NewRequestDialogProps) {
  const { client } = useApplication();
  const signers = builtInSigners(resource.group);
  const [fields, setFields] = useState({
    name: '',
    commonName: '',
    organizations: '',
    hosts: '',
    signer: signers[0]?.name ?? OTHER,
    otherSigner: '',
    expirationSeconds: 86_400,
  });
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const set = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes });
  const { name, commonName, organizations, hosts, signer, otherSigner, expirationSeconds } = fields;
  const isReady = name.trim() !== '' && commonName.trim() !== '' && (signer !== OTHER || otherSigner.trim() !== '');
  const send = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const builtIn = signers.find((one) => one.name === signer);
      const made = await createRequest(client, resource, {
        name: name.trim(),
        commonName: commonName.trim(),
        organizations: splitCommaList(organizations),
        hosts: splitCommaList(hosts),
        signerName: builtIn?.name ?? otherSigner.trim(),
        usages: builtIn?.usages ?? ['client auth'],
        expirationSeconds,
      });
      onMade(made);
    } catch (error) {
      setRefusal(errorText(error));
      setBusy(false);
    }
  };
  const text = (field: 'name' | 'commonName' | 'organizations' | 'hosts' | 'otherSigner') => ({
    id: `request-${field}`,
    value: fields[field],
    onChange: (_: unknown, value: string) => set({ [field]: value }),
  });
  return (
    <FormDialog
      title="Create certificate request"
      description="This page generates a new key pair (ECDSA P-256). The private key leaves the page only if you download it."
      submitText="Create key and request"
      isReady={isReady}
      isBusy={isBusy}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <FormGroup label="Request name" isRequired fieldId="request-name">
        <TextInput {...text('name')} isRequired autoFocus placeholder="jane" />
      </FormGroup>
      <FormGroup label="Common name (user)" isRequired fieldId="request-commonName">
        <TextInput {...text('commonName')} isRequired placeholder="jane" />
      </FormGroup>
      <FormGroup label="Organizations (groups)" fieldId="request-organizations">
        <TextInput {...text('organizations')} placeholder="dev, ops" />
        <FieldHint>Separate groups with commas. Optional.</FieldHint>
      </FormGroup>
      <FormGroup label="Signer" fieldId="request-signer">
        <FormSelect id="request-signer" value={signer} onChange={(_, value) => set({ signer: value })}>
          {signers.map(({ name: value, title }) => (
            <FormSelectOption key={value} value={value} label={`${title} (${value})`} />
          ))}
          <FormSelectOption value={OTHER} label="Other signer" />
        </FormSelect>
      </FormGroup>
      {signer === OTHER && (
        <FormGroup label="Signer name" isRequired fieldId="request-otherSigner">
          <TextInput {...text('otherSigner')} isRequired placeholder="example.com/signer" />
        </FormGroup>
      )}
      <FormGroup label="Host names and IP addresses" fieldId="request-hosts">
        <TextInput {...text('hosts')} />
        <FieldHint>For server certificates. Separate names with commas.</FieldHint>
      </FormGroup>
      <FormGroup label="Valid for" fieldId="request-expiration">
        <FormSelect
          id="request-expiration"
          value={expirationSeconds}
          onChange={(_, value) => set({ expirationSeconds: Number(value) })}
        >
          {LIFETIMES.map(({ seconds, text: label }) => (
            <FormSelectOption key={seconds} value={seconds} label={label} />
          ))}
        </FormSelect>
      </FormGroup>
      {refusal && <Alert component="h2" variant="danger" isInline title={<ServerMessage>{refusal}</ServerMessage>} />}
    </FormDialog>
  );
}
