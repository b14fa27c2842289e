import '@xterm/xterm/css/xterm.css';
import { useNavigate } from '@tanstack/react-router';
import { FitAddon } from '@xterm/addon-fit';
import { type ITheme, Terminal } from '@xterm/xterm';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { terminalEnvironment } from '../../../commands/terminal-environment.ts';
import { useApplication } from '../../../hooks/use-application.ts';
import { useNamespace } from '../../../hooks/use-namespaces.ts';
import { objectParameters } from '../../../state/objects/addresses.ts';
import { TerminalSession } from '../../../state/terminal/terminal-session.ts';

const DEFAULT_NAMESPACE = 'default';
const SCROLLBACK = 5000;

/** PatternFly's tokens by the colors of the terminal. */
const TOKENS = {
  background: 'background--color--primary--default',
  foreground: 'text--color--regular',
  cursor: 'text--color--regular',
  cursorAccent: 'background--color--primary--default',
  selectionBackground: 'background--color--action--plain--clicked',
  red: 'text--color--status--danger--default',
  green: 'text--color--status--success--default',
  yellow: 'text--color--status--warning--default',
  cyan: 'text--color--link--default',
} satisfies ITheme;

function currentTheme(): ITheme {
  const style = getComputedStyle(document.documentElement);
  const entries = Object.entries(TOKENS).map(([name, token]) => [
    name,
    style.getPropertyValue(`--pf-t--global--${token}`).trim(),
  ]);
  return Object.fromEntries(entries) as ITheme;
}

/** The terminal itself: xterm.js with a session of kubectl's commands. Loaded when the drawer is opened. */
export default function TerminalPanel({ isOpen }: { readonly isOpen: boolean }) {
  const application = useApplication();
  const navigate = useNavigate();
  const namespace = useNamespace() ?? DEFAULT_NAMESPACE;
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<Terminal>(null);
  const running = useRef<TerminalSession>(null);
  const line = useStore(application.terminal, (state) => state.line);
  /** What the session reads when it runs a command. */
  const latest = useRef({ namespace, navigate });
  latest.current = { namespace, navigate };

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const fit = new FitAddon();
    const terminal = new Terminal({
      cursorBlink: true,
      screenReaderMode: true,
      scrollback: SCROLLBACK,
      fontSize: 13,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--pf-t--global--font--family--mono'),
      theme: currentTheme(),
    });
    terminal.loadAddon(fit);
    terminal.open(element);
    fit.fit();
    terminal.textarea?.setAttribute('aria-label', 'Command line');
    // Shift+Tab leaves the terminal, as Tab completes words.
    terminal.attachCustomKeyEventHandler(({ key, shiftKey }) => !(key === 'Tab' && shiftKey));
    const session = new TerminalSession(
      terminalEnvironment(application, {
        namespace: () => latest.current.namespace,
        setNamespace: (chosen) =>
          void latest.current.navigate({ to: '.', search: (search) => ({ ...search, namespace: chosen }) }),
        edit: (address, resource) =>
          void latest.current.navigate({
            to: '/objects/$group/$version/$resource/$in/$name',
            params: objectParameters(resource, address),
            search: { tab: 'yaml' },
          }),
      }),
      {
        write: (text) => terminal.write(text),
        columns: () => terminal.cols,
        clear: () => terminal.clear(),
        close: () => application.terminal.getState().setOpen(false),
        settings: application.platform.settings,
      },
    );
    terminal.onData((data) => void session.type(data));
    const sizes = new ResizeObserver(() => element.clientHeight > 0 && fit.fit());
    sizes.observe(element);
    const themes = new MutationObserver(() => {
      terminal.options.theme = currentTheme();
    });
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
    shown.current = terminal;
    running.current = session;
    return () => {
      session.close();
      sizes.disconnect();
      themes.disconnect();
      terminal.dispose();
    };
  }, [application]);

  useEffect(() => {
    if (isOpen) shown.current?.focus();
  }, [isOpen]);

  useEffect(() => {
    if (line === undefined) return;
    const taken = application.terminal.getState().takeLine();
    if (taken !== undefined) void running.current?.run(taken);
    shown.current?.focus();
  }, [application, line]);

  return <div ref={place} className="tp-terminal-screen" />;
}
