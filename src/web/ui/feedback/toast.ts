import { create } from 'zustand'

export type ToastStyle = 'error' | 'success' | 'warning' | 'info'

export interface Toast {
  id: number
  style: ToastStyle
  text: string
  /** Equal toasts on screen are one with a count. */
  count: number
  at: number
}

/** Specification 9: a toast is shown for 2 seconds. */
export const TOAST_MS = 2000
const MAX_VISIBLE = 4
/** The bell keeps the last toasts of this tab, since 2 s are short. */
const MAX_HISTORY = 50

interface Toasts {
  visible: Toast[]
  history: Toast[]
}

export const useToasts = create<Toasts>(() => ({ visible: [], history: [] }))

let lastId = 0

function show(style: ToastStyle, text: string) {
  useToasts.setState(({ visible, history }) => {
    const same = visible.find((toast) => toast.style === style && toast.text === text)
    const toast = { id: ++lastId, style, text, count: (same?.count ?? 0) + 1, at: Date.now() }
    return {
      visible: [...visible.filter((other) => other !== same), toast].slice(-MAX_VISIBLE),
      history: [toast, ...history].slice(0, MAX_HISTORY),
    }
  })
}

export function dropToast(id: number) {
  useToasts.setState(({ visible }) => ({
    visible: visible.filter((toast) => toast.id !== id),
  }))
}

/** Messages of 2 seconds in four styles; never the only sign of a failure. */
export const toast = {
  error: (text: string) => show('error', text),
  success: (text: string) => show('success', text),
  warning: (text: string) => show('warning', text),
  info: (text: string) => show('info', text),
}
