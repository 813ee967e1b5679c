import { MAX_AGENT_BLOB } from '#contract/device/agent-link.ts'

/** Where processes of one installation reach each other; nobody else has a token for it. */
export const PEER_PATH = '/api/v1/agent/peer'
/** A picture in base64 with what stands around it. */
export const MAX_PEER_MESSAGE = Math.ceil((MAX_AGENT_BLOB * 4) / 3) + 1024
