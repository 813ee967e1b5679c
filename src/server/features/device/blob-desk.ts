/** Pictures asked of an agent and not yet taken: an id that nobody asked for is not accepted. */
export interface BlobDesk {
  expect(agentId: string, id: string): void
  /** False when this agent was not asked for this picture, or sent it before. */
  deliver(agentId: string, id: string, bytes: Buffer): boolean
  /** Ends the waiting; the bytes when they came. */
  take(id: string): Buffer | undefined
}

export function blobDesk(): BlobDesk {
  const expected = new Map<string, { agentId: string; bytes?: Buffer }>()
  return {
    expect: (agentId, id) => void expected.set(id, { agentId }),
    deliver(agentId, id, bytes) {
      const place = expected.get(id)
      if (!place || place.agentId !== agentId || place.bytes) return false
      place.bytes = bytes
      return true
    },
    take(id) {
      const place = expected.get(id)
      expected.delete(id)
      return place?.bytes
    },
  }
}
