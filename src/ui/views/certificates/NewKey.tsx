import { Alert, AlertActionCloseButton, AlertActionLink } from '@patternfly/react-core';
import type { RequestedKey } from '../../commands/sign-certificates.ts';
import { download } from '../../state/download.ts';

/** The new private key, which exists only on this page. */
export function NewKey({ made, onForget }: { readonly made: RequestedKey; readonly onForget: () => void }) {
  const { name, key, request } = made;
  return (
    <Alert
      component="h2"
      isInline
      variant="success"
      title={`Created request ${name}`}
      actionClose={<AlertActionCloseButton aria-label="Discard the key" onClose={onForget} />}
      actionLinks={
        <>
          <AlertActionLink onClick={() => download(`${name}.key`, key)}>Download private key</AlertActionLink>
          <AlertActionLink onClick={() => download(`${name}.csr`, request)}>Download request</AlertActionLink>
        </>
      }
    >
      The private key exists only on this page. Download it before you leave.
    </Alert>
  );
}
