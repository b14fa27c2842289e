import './considered.css';
import { Icon } from '@patternfly/react-core';
import CheckCircleIcon from '@patternfly/react-icons/dist/esm/icons/check-circle-icon';
import TimesIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import type { ConsideredRule } from '../../../api/debug/access-explanation.ts';
import { ruleText } from '../../state/access/access-choices.ts';
import { BindingAndRole } from './BindingAndRole.tsx';

/** A rule, whether it grants the request, and why. */
export function ConsideredItem({ rule: { granted, why, binding, role, rule } }: { readonly rule: ConsideredRule }) {
  return (
    <li className="tp-considered">
      <Icon isInline {...(granted ? { status: 'success' as const } : {})} className={granted ? '' : 'tp-subtle'}>
        {granted ? <CheckCircleIcon /> : <TimesIcon />}
      </Icon>
      <div>
        <p>{why}</p>
        <BindingAndRole binding={binding} role={role} />
        {rule && <p className="tp-rule">{ruleText(rule)}</p>}
      </div>
    </li>
  );
}
