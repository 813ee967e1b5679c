interface YardRefusal extends Error {
  status: number
}

/** A refusal of a command: HTTP status and a Russian sentence for the control page. */
export function refuse(status: 400 | 404 | 409, message: string): never {
  throw Object.assign(new Error(message), { status })
}

/** Tells a refusal from a fault of the program. */
export function isRefusal(error: unknown): error is YardRefusal {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
}
