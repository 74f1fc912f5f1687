import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { expect, test, vi } from 'vitest'
import { useCallsSelector } from './useCallsSelector.ts'

const calls = createSlice({
  name: 'booksApi',
  initialState: { answers: 0, asked: 0 },
  reducers: {
    answered: (state, { payload }: PayloadAction<number>) => void (state.answers = payload),
    asked: (state) => void (state.asked += 1),
  },
})
const hearts = createSlice({
  name: 'hearts',
  initialState: 0,
  reducers: { given: (count) => count + 1 },
})
const { answered, asked } = calls.actions
const { given } = hearts.actions

function openStore() {
  return configureStore({ reducer: { booksApi: calls.reducer, hearts: hearts.reducer } })
}
type State = ReturnType<ReturnType<typeof openStore>['getState']>

function look<Selected>(selector: (state: State) => Selected) {
  const store = openStore()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  )
  const hook = renderHook((select) => useCallsSelector(select), { wrapper, initialProps: selector })
  return { store, ...hook }
}

test('is asked when calls change, and not while only hearts do', () => {
  const selector = vi.fn(({ booksApi }: State) => booksApi.answers)
  const { store, result } = look(selector)
  expect(result.current).toBe(0)
  const before = selector.mock.calls.length
  act(() => void store.dispatch(given()))
  expect(selector).toHaveBeenCalledTimes(before)
  act(() => void store.dispatch(answered(3)))
  expect(result.current).toBe(3)
})

test('draws nothing anew for what is shallowly the same', () => {
  const { store, result } = look(({ booksApi }) => ({ answers: booksApi.answers }))
  const first = result.current
  act(() => void store.dispatch(asked()))
  expect(result.current).toBe(first)
  act(() => void store.dispatch(answered(1)))
  expect(result.current).toEqual({ answers: 1 })
})

test('looks with another selector at once', () => {
  const { result, rerender } = look(({ booksApi }) => booksApi.answers + 10)
  expect(result.current).toBe(10)
  rerender(({ booksApi }) => booksApi.answers + 20)
  expect(result.current).toBe(20)
})

test('one of a type is the same hook', () => {
  expect(useCallsSelector.withTypes<State>()).toBe(useCallsSelector)
})
