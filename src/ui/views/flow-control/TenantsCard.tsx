import {
  Alert,
  Button,
  Card,
  CardBody,
  CardHeader,
  CardTitle,
  Flex,
  NumberInput,
  Switch,
} from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { errorText } from '../../../api/error-text.ts';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { type Tenant, useTenants } from './use-tenants.ts';

const MOST_IN_FLIGHT = 200;

/** Two tenants that write concurrently, and the throughput and latency of each. */
export function TenantsCard() {
  const { tenants, isFair, isRunning, error, start, stop, changeFairness, changeInFlight } = useTenants();
  return (
    <Card isCompact>
      <CardHeader
        actions={{
          actions: isRunning ? (
            <Button variant="secondary" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button onClick={() => void start()}>Start</Button>
          ),
        }}
      >
        <CardTitle component="h2">Two tenants</CardTitle>
      </CardHeader>
      <CardBody>
        <Flex direction={{ default: 'column' }} gap={{ default: 'gapMd' }}>
          <p className="tp-subtle">
            Both apply ConfigMaps continuously at the priority level <code>tenants</code>, which has few seats. Start
            creates the level, its flow schema and the namespace <code>tenants</code>. The load stops when you leave
            this page.
          </p>
          {error !== undefined && (
            <Alert component="h3" isInline variant="danger" title="The load was stopped">
              <ServerMessage>{errorText(error)}</ServerMessage>
            </Alert>
          )}
          <Switch
            id="tenants-fair"
            label="Each tenant is a flow of its own (distinguisher method ByUser)"
            isChecked={isFair}
            onChange={(_, checked) => changeFairness(checked)}
          />
          <Table variant="compact" borders={false} aria-label="Tenants" gridBreakPoint="grid-md">
            <TableHead
              columns={[
                { children: 'Tenant', modifier: 'fitContent' },
                'Requests in flight',
                { children: 'Answered/s', modifier: 'wrap' },
                { children: 'Median time', modifier: 'wrap' },
                { children: 'Longest time', modifier: 'wrap' },
                { children: 'Rejected/s', modifier: 'wrap' },
              ]}
            />
            <Tbody>
              {tenants.map((tenant) => (
                <TenantRow
                  key={tenant.username}
                  tenant={tenant}
                  onChange={(inFlight) => changeInFlight(tenant.username, inFlight)}
                />
              ))}
            </Tbody>
          </Table>
        </Flex>
      </CardBody>
    </Card>
  );
}

interface TenantRowProps {
  readonly tenant: Tenant;
  readonly onChange: (inFlight: number) => void;
}

function TenantRow({ tenant: { username, inFlight, summary }, onChange }: TenantRowProps) {
  const change = (count: number) => onChange(Math.min(MOST_IN_FLIGHT, Math.max(0, Math.trunc(count) || 0)));
  return (
    <Tr>
      <Td dataLabel="Tenant">{username}</Td>
      <Td dataLabel="Requests in flight">
        <NumberInput
          value={inFlight}
          min={0}
          max={MOST_IN_FLIGHT}
          widthChars={3}
          inputAriaLabel={`Requests of ${username} in flight`}
          minusBtnAriaLabel={`Fewer requests of ${username}`}
          plusBtnAriaLabel={`More requests of ${username}`}
          onMinus={() => change(inFlight - 1)}
          onPlus={() => change(inFlight + 1)}
          onChange={({ currentTarget }) => change(Number(currentTarget.value))}
        />
      </Td>
      <Td dataLabel="Answered/s">{summary ? Math.round(summary.answered) : '–'}</Td>
      <Td dataLabel="Median time">{milliseconds(summary?.median)}</Td>
      <Td dataLabel="Longest time">{milliseconds(summary?.slowest)}</Td>
      <Td dataLabel="Rejected/s">{summary ? Math.round(summary.rejected) : '–'}</Td>
    </Tr>
  );
}

const milliseconds = (time: number | undefined): string => (time === undefined ? '–' : `${Math.round(time)} ms`);
