import { useQuery } from '@tanstack/react-query'
import { errorOf, networkError, type CallError } from '../state/call-error.ts'
import { useStore, userId } from '../state/store.ts'
import { readToken } from '../state/token.ts'
import { untilAnswered } from '../state/until-answered.ts'

/** A shape as OpenAPI 3.0 writes it down, so far as the page of the API shows it. */
export interface ApiSchema {
  readonly type?: string
  readonly format?: string
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, ApiSchema>>
  readonly required?: readonly string[]
  readonly items?: ApiSchema
  readonly anyOf?: readonly ApiSchema[]
  readonly oneOf?: readonly ApiSchema[]
  readonly allOf?: readonly ApiSchema[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly 'x-entity'?: string
}

type Content = Readonly<Record<string, { readonly schema: ApiSchema }>>

export interface ApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly 'x-access': string
  readonly 'x-permissions'?: readonly string[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly required: boolean
    readonly schema?: ApiSchema
    readonly content?: Content
  }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content }>
  >
}

export interface OpenApi {
  /** What the server tells addresses of programs, by its code. */
  readonly 'x-webhooks': Readonly<Record<string, { readonly post: { readonly summary: string } }>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
}

const ADDRESS = '/api/v1/openapi.json'

/** The description of the API that the server makes of its declared calls; it changes with a release alone. */
export function useOpenApi() {
  const user = useStore(userId)
  return useQuery<OpenApi, CallError>({
    queryKey: [user, ADDRESS],
    queryFn: ({ signal }) => untilAnswered(ADDRESS, () => fetchOpenApi(signal), signal),
    staleTime: Infinity,
  })
}

async function fetchOpenApi(signal: AbortSignal): Promise<OpenApi> {
  const headers = { Authorization: `Bearer ${readToken() ?? ''}` }
  const response = await fetch(ADDRESS, { headers, signal }).catch((error: unknown) => {
    throw signal.aborted ? error : networkError()
  })
  if (!response.ok) throw await errorOf(response)
  return (await response.json()) as OpenApi
}
