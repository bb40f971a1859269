/** What is on the real terminal: an emulator that gets the same bytes, a little later. Loaded after the agent's first output. */
import { type Emulator, loadEmulator } from "./emulator.ts";
import { type KeptColours, keepColours } from "./kept-colours.ts";
import { type KeptCursor, keepCursor } from "./kept-cursor.ts";
import { type KeptKeyboard, keepKeyboard } from "./kept-keyboard.ts";
import { type KeptModes, keepModes } from "./kept-modes.ts";

export interface Kept {
  readonly emulator: Emulator;
  readonly modes: KeptModes;
  readonly keyboard: KeptKeyboard;
  readonly cursor: KeptCursor;
  readonly colours: KeptColours;
}

/** From 1, as a terminal tells it (CSI 6 n). */
export interface CursorPlace {
  readonly row: number;
  readonly column: number;
}

export interface KeptScreen {
  /** Takes any amount; who feeds without looking at isBehind() fills the memory. The bytes must not change afterwards. */
  feed(bytes: Uint8Array): void;
  /** After what was fed until now. */
  resize(columns: number, rows: number): void;
  /** Over 1 MiB waits to be read. */
  isBehind(): boolean;
  /** When all is read; the state holds until something is fed again. */
  settled(): Promise<Kept>;
}

export interface KeptScreenStart {
  readonly columns: number;
  readonly rows: number;
  /** Where the agent's output began; undefined: nobody knows. */
  readonly cursor: Promise<CursorPlace | undefined>;
  onCaughtUp(): void;
}

const MOST_UNREAD_BYTES = 1 << 20;
const FEW_UNREAD_BYTES = 1 << 18;
/** First byte of a C1 control written in UTF-8. */
const C1_LEAD = 0xc2;

export function createKeptScreen({ columns, rows, cursor, onCaughtUp }: KeptScreenStart): KeptScreen {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let waiting: ((kept: Kept) => void)[] = [];
  let kept: Kept | undefined;
  let loading: Promise<Kept> | undefined;
  let unreadBytes = 0;
  let unreadChunks = 0;

  async function load(): Promise<Kept> {
    const place = await cursor.catch(() => undefined);
    // The agent's first bytes are shown before we take time for this.
    await new Promise(setImmediate);
    const loaded = keep(loadEmulator(columns, rows));
    if (place) loaded.emulator.terminal.write(`\x1b[${place.row};${place.column}H`);
    kept = loaded;
    for (const act of waiting) act(loaded);
    waiting = [];
    return loaded;
  }
  function inOrder(act: (kept: Kept) => void): void {
    if (kept) act(kept);
    else waiting.push(act);
  }
  function start(): Promise<Kept> {
    loading ??= load();
    return loading;
  }
  function count(chunks: 1 | -1, bytes: number): void {
    const wasBehind = unreadBytes > FEW_UNREAD_BYTES;
    unreadChunks += chunks;
    unreadBytes += chunks * bytes;
    if (wasBehind && unreadBytes <= FEW_UNREAD_BYTES) onCaughtUp();
  }
  return {
    feed(bytes) {
      // A failure to load is told to who waits in settled().
      start().catch(() => undefined);
      count(1, bytes.length);
      inOrder(({ emulator }) => {
        emulator.terminal.write(decode(decoder, bytes), () => count(-1, bytes.length));
      });
    },
    resize(newColumns, newRows) {
      inOrder((now) => {
        const { terminal, activeScreen } = now.emulator;
        const act = () => {
          terminal.resize(newColumns, newRows);
          if (activeScreen() === "normal") now.cursor.forgetRow();
        };
        // Under a card nothing is unread, and an uncover that follows at once needs the new size.
        if (unreadChunks === 0) act();
        else terminal.write("", act);
      });
    },
    isBehind: () => unreadBytes > MOST_UNREAD_BYTES,
    async settled() {
      const loaded = await start();
      await new Promise<void>((resolve) => loaded.emulator.terminal.write("", resolve));
      return loaded;
    },
  };
}

function keep(emulator: Emulator): Kept {
  const modes = keepModes(emulator);
  const cursor = keepCursor(emulator, () => modes.isSet("private", 6));
  return { emulator, modes, cursor, keyboard: keepKeyboard(emulator), colours: keepColours(emulator) };
}

/** Wrong bytes become U+FFFD, as terminals show them; the emulator by itself would drop them. It also obeys controls of two bytes. */
function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  const text = decoder.decode(bytes, { stream: true });
  return bytes.includes(C1_LEAD) ? text.replace(/[\u0080-\u009f]/g, "") : text;
}
