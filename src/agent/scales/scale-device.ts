import type { ConfigDevice } from '#contract/device/agent-link.ts'

export type ScaleDevice = Extract<ConfigDevice, { kind: 'scale' }>
