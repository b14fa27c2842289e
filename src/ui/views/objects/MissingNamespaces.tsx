import './missing-namespaces.css';
import { Alert, Button, List, ListItem } from '@patternfly/react-core';
import { errorText } from '../../../api/error-text.ts';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { namespacesText } from '../../state/namespaces.ts';
import type { CollectionFailure } from '../../state/stores/collection-store.ts';

/** The namespaces whose objects, or their newest states, are missing from a list of several, each with its error. */
export function MissingNamespaces({ failures }: { readonly failures: readonly CollectionFailure[] }) {
  const names = failures.map(({ name }) => name);
  return (
    <Alert
      variant="warning"
      isInline
      component="h2"
      className="tp-missing"
      title={`The list lacks objects or changes of ${namespacesText(names)}`}
    >
      <List isPlain>
        {failures.map(({ name, error, retry }) => (
          <ListItem key={name}>
            <ServerMessage>{errorText(error)}</ServerMessage>{' '}
            {retry ? (
              <Button variant="link" isInline aria-label={`Try again: ${name}`} onClick={retry}>
                Try again
              </Button>
            ) : (
              <span>Retrying automatically.</span>
            )}
          </ListItem>
        ))}
      </List>
    </Alert>
  );
}
