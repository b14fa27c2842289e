import './faults-card.css';
import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core';
import type { WebhookFault } from '../../../api/debug/fault-state.ts';
import type { ApiObject } from '../../../api/object.ts';
import { TitledCard } from '../../components/TitledCard.tsx';
import { useFaultState } from '../../hooks/use-fault-state.ts';

const FAULTS: readonly { readonly text: string; readonly fault: WebhookFault | undefined }[] = [
  { text: 'None', fault: undefined },
  { text: 'Unreachable', fault: 'unreachable' },
  { text: 'Hanging', fault: 'hanging' },
];

/** Lets the calls of webhooks fail. Renders nothing for servers without such faults. */
export function WebhookFaultsCard({ object }: { readonly object: ApiObject & { readonly webhooks?: unknown } }) {
  const { setting, set } = useFaultState();
  const webhooks = (object.webhooks ?? []) as readonly { readonly name: string }[];
  if (!setting || webhooks.length === 0) return null;
  const choose = (name: string, fault: WebhookFault | undefined) => {
    const { [name]: _before, ...others } = setting.webhooks;
    void set({ webhooks: fault ? { ...others, [name]: fault } : others });
  };
  return (
    <TitledCard title="Faults">
      <p className="tp-subtle">The failure policy decides what happens to requests whose call fails.</p>
      <ul className="tp-faults" aria-label="Faults">
        {webhooks.map(({ name }) => (
          <li key={name}>
            <p>{name}</p>
            <ToggleGroup aria-label={`Fault of ${name}`} isCompact>
              {FAULTS.map(({ text, fault }) => (
                <ToggleGroupItem
                  key={text}
                  text={text}
                  isSelected={setting.webhooks[name] === fault}
                  onChange={() => choose(name, fault)}
                />
              ))}
            </ToggleGroup>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
