import './server-message.css';

/** Words of the server. Those in several lines point at places in the lines above: their letters have one width. */
export const ServerMessage = ({ children }: { readonly children: string }) => (
  <span className={`tp-message${children.includes('\n') ? ' tp-message-lines' : ''}`}>{children}</span>
);
