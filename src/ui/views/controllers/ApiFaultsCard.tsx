import { Card, CardBody, CardHeader, CardTitle, ToggleGroup, ToggleGroupItem } from '@patternfly/react-core';
import { useFaultState } from '../../hooks/use-fault-state.ts';

/** The whole of the requests would include those that show this page. */
const SHARES = [0, 0.1, 0.25, 0.5];

/** Lets a share of the API's requests fail. Renders nothing for servers without such faults. */
export function ApiFaultsCard() {
  const { setting, set } = useFaultState();
  if (!setting) return null;
  return (
    <Card isCompact>
      <CardHeader>
        <CardTitle component="h2">Faults of the API</CardTitle>
      </CardHeader>
      <CardBody>
        <p className="tp-subtle">
          The share of requests for objects that fail with 503, including those of this app. Controllers are not
          affected.
        </p>
        <ToggleGroup aria-label="Failing requests" isCompact>
          {SHARES.map((share) => (
            <ToggleGroupItem
              key={share}
              text={share === 0 ? 'None' : `${share * 100} %`}
              isSelected={setting.apiErrorShare === share}
              onChange={() => void set({ apiErrorShare: share })}
            />
          ))}
        </ToggleGroup>
      </CardBody>
    </Card>
  );
}
