import { setTimeout as sleep } from 'node:timers/promises'
import type { Reading } from '#contract/device/reading.ts'
import { refuse } from '#http/refusal.ts'

/** The whole call must stay under a second (devices.md 2.4). */
const WAIT_MS = 900
const POLL_MS = 20

/** Sends the indicator's zero command and waits until it shows; only an empty, still scale is zeroed. */
export async function zeroScale(
  limits: { presence_g: number; d_g: number },
  latest: () => Reading | undefined,
  send: () => boolean,
): Promise<void> {
  const before = latest()
  if (!before) refuse('device.offline', { message: 'Весы не отвечают' })
  if (before.weight_g === null || before.weight_g >= limits.presence_g)
    refuse('common.bad-transition', { message: 'На весах груз: обнулить можно только пустые весы' })
  if (!before.stable) refuse('weighing.unstable')
  if (!send()) refuseCommand()
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    await sleep(POLL_MS)
    const shown = latest()
    // The sample right after may answer a question that was asked before the command.
    if (!shown || shown.seq <= before.seq + 1 || shown.weight_g === null) continue
    if (Math.abs(shown.weight_g) <= limits.d_g) return
  }
  refuseCommand()
}

function refuseCommand(): never {
  refuse('device.offline', { message: 'Индикатор не принимает команду нуля' })
}
