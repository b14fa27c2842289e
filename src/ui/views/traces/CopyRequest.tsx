import { DropdownItem, DropdownList } from '@patternfly/react-core';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { errorText } from '../../../api/error-text.ts';
import { asCurl, asFetch } from '../../../client/requests/http-copies.ts';
import { asKubectl } from '../../../client/requests/kubectl-copy.ts';
import { Menu } from '../../components/Menu.tsx';
import { useApplication } from '../../hooks/use-application.ts';
import { identityOfTrace } from '../../state/access/access-question.ts';

const FORMS = [
  { name: 'kubectl', of: asKubectl },
  { name: 'curl', of: asCurl },
  { name: 'fetch', of: asFetch },
] as const;

/** Copies a request as a command or code that sends it again. */
export function CopyRequest({ trace }: { readonly trace: RequestTrace }) {
  const { platform, notifications } = useApplication();
  const copy = async ({ name, of }: (typeof FORMS)[number]) => {
    const { notify } = notifications.getState();
    const user = identityOfTrace(trace).type === 'administrator' ? undefined : trace.user;
    // Copied commands run outside the page.
    const baseUrl = new URL(platform.baseUrl, location.href).href.replace(/\/$/, '');
    try {
      await navigator.clipboard.writeText(of({ request: trace.request, user }, baseUrl));
      notify('success', `Copied the request as ${name}`);
    } catch (error) {
      notify('danger', 'The request could not be copied', errorText(error));
    }
  };
  return (
    <Menu shouldFocusFirstItemOnOpen toggle={{ size: 'sm', children: 'Copy as' }}>
      <DropdownList>
        {FORMS.map((form) => (
          <DropdownItem key={form.name} onClick={() => void copy(form)}>
            {form.name}
          </DropdownItem>
        ))}
      </DropdownList>
    </Menu>
  );
}
