import { relayChannels, type ModbusRelayConnection } from '#contract/device/relay.ts'
import { modbusFrames, readCoils, readInputs, writeCoil } from '../scales/drivers/modbus/frames.ts'
import type { Transport } from '../scales/frames/scale-driver.ts'
import type { RelayBoard } from './relay-board.ts'

const READ_COILS = 1
const READ_INPUTS = 2
const ANSWER_MS = 1000
const MAX_ANSWER = 260

/** Coils by functions 1 and 5, the loop by function 2; one request at a time, a failed line is opened again by the next. */
export function modbusRelays(
  connection: ModbusRelayConnection,
  open: (signal: AbortSignal) => Promise<Transport>,
): RelayBoard {
  const frames = modbusFrames(connection.framing, connection.unit)
  let line: { transport: Transport; chunks: AsyncIterator<Uint8Array> } | undefined
  let last: Promise<unknown> = Promise.resolve()

  function close(): void {
    line?.transport.close()
    line = undefined
  }

  function ask(body: readonly number[]): Promise<DataView | 'done'> {
    const asked = last.then(async () => {
      const deadline = AbortSignal.timeout(ANSWER_MS)
      try {
        return await exchange(body, deadline)
      } catch (error) {
        close()
        throw error
      }
    })
    last = asked.catch(() => {})
    return asked
  }

  async function exchange(body: readonly number[], deadline: AbortSignal) {
    if (!line) {
      const opening = open(new AbortController().signal)
      const transport = await before(deadline, opening).catch((error: unknown) => {
        void opening.then((late) => late.close()).catch(() => {})
        throw error
      })
      line = { transport, chunks: transport.chunks[Symbol.asyncIterator]() }
    }
    // The confirmation of a write is known by itself; only reads need their function named.
    const awaited = body[0] === READ_INPUTS ? READ_INPUTS : READ_COILS
    line.transport.write(frames.request(body))
    let bytes = new Uint8Array()
    for (;;) {
      const { value, done } = await before(deadline, line.chunks.next())
      if (done) throw new Error('The relay board closed the line')
      bytes = Uint8Array.from([...bytes, ...(value as Uint8Array)])
      const seen = frames.look(bytes, 0, awaited, 1)
      if (seen === 'unfinished' && bytes.length < MAX_ANSWER) continue
      if (typeof seen === 'string' || seen.answer === 'exception' || seen.answer === 'checksum')
        throw new Error('The relay board refused the request')
      return seen.answer
    }
  }

  return {
    channels: relayChannels.filter((channel) => connection[channel] !== undefined),
    async set(channel, on) {
      await ask(writeCoil(connection[channel]!, on))
    },
    read: async (channel) => isOn(await ask(readCoils(connection[channel]!, 1))),
    loop: async () =>
      connection.loop === undefined ? null : isOn(await ask(readInputs(connection.loop, 1))),
    close,
  }
}

function isOn(answer: DataView | 'done'): boolean {
  return answer !== 'done' && (answer.getUint8(0) & 1) === 1
}

function before<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onTimeout = () => reject(new Error('The relay board does not answer'))
    deadline.addEventListener('abort', onTimeout, { once: true })
    work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', onTimeout))
  })
}
