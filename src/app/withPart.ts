import { errorMessage } from '../api/errorMessage.ts'
import { part } from '../lib/parts.ts'
import { toast } from '../lib/toasts.ts'
import { messages } from '../messages.ts'

/** Goes on as soon as a part has come. Where it does not come a toast says so and offers the reload. */
export async function withPart<T>(coming: Promise<T>, goOn: (loaded: T) => void): Promise<void> {
  try {
    goOn(await part(coming))
  } catch (error) {
    toast({
      key: 'partMissing',
      message: errorMessage(error),
      kind: 'error',
      action: { label: messages.reload, onClick: () => window.location.reload() },
    })
  }
}
