import { Alert, AlertActionCloseButton, AlertActionLink } from '@patternfly/react-core';
import type { RequestedKey } from '../../commands/certificate-requests.ts';
import { download } from '../../state/download.ts';

/** The key that was just made: this page is the only place that has it. */
export function NewKey({ made, onForget }: { readonly made: RequestedKey; readonly onForget: () => void }) {
  const { name, key, request } = made;
  return (
    <Alert
      isInline
      variant="success"
      title={`Asked for a certificate: ${name}`}
      actionClose={<AlertActionCloseButton aria-label="Forget the key" onClose={onForget} />}
      actionLinks={
        <>
          <AlertActionLink onClick={() => download(`${name}.key`, key)}>Download private key</AlertActionLink>
          <AlertActionLink onClick={() => download(`${name}.csr`, request)}>Download request</AlertActionLink>
        </>
      }
    >
      The private key was made in this page and is kept nowhere else: download it before you leave.
    </Alert>
  );
}
