import {
  Alert,
  Button,
  Form,
  FormGroup,
  FormHelperText,
  FormSelect,
  FormSelectOption,
  HelperText,
  HelperTextItem,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  TextInput,
} from '@patternfly/react-core';
import { useState } from 'react';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { createRequest, type RequestedKey } from '../../commands/certificate-requests.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { builtInSigners } from '../../state/certificate-requests.ts';

interface NewRequestDialogProps {
  readonly resource: DiscoveredResource;
  readonly onClose: () => void;
  readonly onMade: (key: RequestedKey) => void;
}

const FORM = 'new-request-form';
const OTHER = 'other';
const LIFETIMES = [
  { seconds: 600, text: '10 minutes' },
  { seconds: 86_400, text: 'A day' },
  { seconds: 31_536_000, text: 'A year' },
];

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** Asks for whom a key is to be certified, makes it, and sends the request. */
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
        organizations: listOf(organizations),
        hosts: listOf(hosts),
        signerName: builtIn?.name ?? otherSigner.trim(),
        usages: builtIn?.usages ?? ['client auth'],
        expirationSeconds,
      });
      onMade(made);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  const text = (field: 'name' | 'commonName' | 'organizations' | 'hosts' | 'otherSigner') => ({
    id: `request-${field}`,
    value: fields[field],
    onChange: (_: unknown, value: string) => set({ [field]: value }),
  });
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="new-request-title">
      <ModalHeader
        title="Ask for a certificate"
        labelId="new-request-title"
        description="A new key is made in this page (ECDSA, P-256). It never leaves it unless you download it."
      />
      <ModalBody>
        <Form
          id={FORM}
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady && !isBusy) void send();
          }}
        >
          <FormGroup label="Name of the request" isRequired fieldId="request-name">
            <TextInput {...text('name')} isRequired autoFocus placeholder="jane" />
          </FormGroup>
          <FormGroup label="Common name: the user" isRequired fieldId="request-commonName">
            <TextInput {...text('commonName')} isRequired placeholder="jane" />
          </FormGroup>
          <FormGroup label="Organizations: the groups" fieldId="request-organizations">
            <TextInput {...text('organizations')} placeholder="dev, ops" />
            <Hint>Separated by commas; may be left empty.</Hint>
          </FormGroup>
          <FormGroup label="Signer" fieldId="request-signer">
            <FormSelect id="request-signer" value={signer} onChange={(_, value) => set({ signer: value })}>
              {signers.map(({ name: value, title }) => (
                <FormSelectOption key={value} value={value} label={`${title} (${value})`} />
              ))}
              <FormSelectOption value={OTHER} label="Another signer" />
            </FormSelect>
          </FormGroup>
          {signer === OTHER && (
            <FormGroup label="Name of the signer" isRequired fieldId="request-otherSigner">
              <TextInput {...text('otherSigner')} isRequired placeholder="example.com/signer" />
            </FormGroup>
          )}
          <FormGroup label="Host names and IP addresses" fieldId="request-hosts">
            <TextInput {...text('hosts')} />
            <Hint>For servers only; separated by commas.</Hint>
          </FormGroup>
          <FormGroup label="Counts for" fieldId="request-expiration">
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
          {refusal && <Alert variant="danger" isInline title={refusal} />}
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form={FORM} isDisabled={!isReady || isBusy} isLoading={isBusy}>
          Make the key and ask
        </Button>
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function Hint({ children }: { readonly children: string }) {
  return (
    <FormHelperText>
      <HelperText>
        <HelperTextItem>{children}</HelperTextItem>
      </HelperText>
    </FormHelperText>
  );
}
