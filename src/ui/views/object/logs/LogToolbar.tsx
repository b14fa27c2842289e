import {
  Button,
  Checkbox,
  FormSelect,
  FormSelectOption,
  SearchInput,
  Toolbar,
  ToolbarContent,
  ToolbarItem,
} from '@patternfly/react-core';
import CopyIcon from '@patternfly/react-icons/dist/esm/icons/copy-icon';
import DownloadIcon from '@patternfly/react-icons/dist/esm/icons/download-icon';
import { errorText } from '../../../../api/error-text.ts';
import { useApplication } from '../../../hooks/use-application.ts';
import { download } from '../../../state/download.ts';
import { lineCount } from '../../../state/objects/logs/log-text.ts';
import type { PodContainer } from '../../../state/objects/logs/pod-containers.ts';
import type { LogOptions } from '../../../state/stores/logs-store.ts';

interface LogToolbarProps {
  readonly fileName: string;
  readonly containers: readonly PodContainer[];
  readonly container: PodContainer | undefined;
  readonly options: LogOptions;
  readonly onChange: (changed: Partial<LogOptions>) => void;
  /** The lines to copy and download. */
  readonly lines: readonly string[];
}

const TAILS: readonly (number | undefined)[] = [100, 500, 2000, undefined];
const TYPES = { main: '', init: ' (init)', ephemeral: ' (ephemeral)' } as const;

/** The container, display options and actions of a log. */
export function LogToolbar({ fileName, containers, container, options, onChange, lines }: LogToolbarProps) {
  const { notify } = useApplication().notifications.getState();
  const { previous, follow, timestamps, wrap, tail, search } = options;
  const text = (): string => lines.map((line) => `${line}\n`).join('');
  const copy = () =>
    void navigator.clipboard.writeText(text()).then(
      () => notify('success', `Copied ${lineCount(lines.length)}`),
      (error: unknown) => notify('danger', 'The log could not be copied', errorText(error)),
    );
  const check = (name: 'follow' | 'previous' | 'timestamps' | 'wrap', label: string, isDisabled = false) => (
    <ToolbarItem alignSelf="center">
      <Checkbox
        id={`log-${name}`}
        label={label}
        isChecked={{ follow, previous, timestamps, wrap }[name]}
        isDisabled={isDisabled}
        onChange={(_, isChecked) => onChange({ [name]: isChecked })}
      />
    </ToolbarItem>
  );
  return (
    <Toolbar className="tp-logs-toolbar" inset={{ default: 'insetNone' }}>
      <ToolbarContent>
        <ToolbarItem>
          <FormSelect
            aria-label="Container"
            value={container?.name ?? ''}
            onChange={(_, name) => onChange({ container: name, previous: false })}
          >
            {containers.map(({ name, type }) => (
              <FormSelectOption key={name} value={name} label={`${name}${TYPES[type]}`} />
            ))}
          </FormSelect>
        </ToolbarItem>
        <ToolbarItem>
          <FormSelect
            aria-label="Lines to read"
            value={tail ?? 'all'}
            onChange={(_, value) => onChange({ tail: value === 'all' ? undefined : Number(value) })}
          >
            {TAILS.map((count) => (
              <FormSelectOption
                key={count ?? 'all'}
                value={count ?? 'all'}
                label={count === undefined ? 'All lines' : `Last ${count} lines`}
              />
            ))}
          </FormSelect>
        </ToolbarItem>
        <ToolbarItem className="tp-logs-search">
          <SearchInput
            aria-label="Search the log"
            placeholder="Search"
            value={search}
            onChange={(_, value) => onChange({ search: value })}
            onClear={() => onChange({ search: '' })}
          />
        </ToolbarItem>
        {check('follow', 'Follow', previous)}
        {check('previous', 'Previous run', !previous && container?.hasPrevious !== true)}
        {check('timestamps', 'Timestamps')}
        {check('wrap', 'Wrap lines')}
        <ToolbarItem>
          <Button
            variant="plain"
            aria-label="Copy log"
            title="Copy"
            icon={<CopyIcon />}
            isDisabled={lines.length === 0}
            onClick={copy}
          />
          <Button
            variant="plain"
            aria-label="Download log"
            title="Download"
            icon={<DownloadIcon />}
            isDisabled={lines.length === 0}
            onClick={() => download(fileName, text(), 'text/plain')}
          />
        </ToolbarItem>
      </ToolbarContent>
    </Toolbar>
  );
}
