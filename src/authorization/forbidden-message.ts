import { escapeMarkup } from '../api/escape-markup.ts';
import { quoted } from '../api/field-error.ts';
import { groupResourceText } from '../api/object.ts';
import { resourceText } from '../api/rule-matching.ts';
import { StatusError } from '../api/status.ts';
import type { AuthorizationAttributes, Decision } from './authorizer.ts';

/** `User "u" cannot list resource "pods" in API group "" in the namespace "x"` */
export function forbiddenMessage(attributes: AuthorizationAttributes): string {
  const { user, verb, isResourceRequest, path, group, namespace } = attributes;
  const who = `User ${quoted(user.username)} cannot ${verb}`;
  const text = isResourceRequest
    ? `${who} resource ${quoted(resourceText(attributes))} in API group ${quoted(group)} ${
        namespace ? `in the namespace ${quoted(namespace)}` : 'at the cluster scope'
      }`
    : `${who} path ${quoted(path)}`;
  return escapeMarkup(text);
}

/** Returns the 403 for a decision other than `allow`. */
export function forbiddenStatus(
  attributes: AuthorizationAttributes,
  { reason }: Pick<Decision, 'reason'>,
): StatusError {
  const why = forbiddenMessage(attributes) + (reason ? `: ${reason}` : '');
  const { group, resource, name, isResourceRequest } = attributes;
  if (!isResourceRequest) {
    return new StatusError({ code: 403, reason: 'Forbidden', message: `forbidden: ${why}`, details: {} });
  }
  return new StatusError({
    code: 403,
    reason: 'Forbidden',
    message: `${groupResourceText({ group, resource })}${name ? ` ${quoted(name)}` : ''} is forbidden: ${why}`,
    details: { ...(name ? { name } : {}), ...(group ? { group } : {}), kind: resource },
  });
}
