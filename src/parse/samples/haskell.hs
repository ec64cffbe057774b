{-# LANGUAGE LambdaCase #-}
module Shop.Orders
  ( Order (..)
  , bill
  , PriceTable (lookupPrice)
  ) where

import Data.List (foldl', sortOn)
import qualified Data.Map.Strict as Map
import Shop.Billing hiding (seal)
import Shop.Text as Text

type Sku = String

newtype Money = Money { cents :: Int }
  deriving (Eq, Show)

data Order = Order
  { sku :: Sku
  , quantity :: !Int
  }
  | Draft Sku
  deriving stock (Show)

data Shape where
  Circle :: Double -> Shape

class Show a => PriceTable a where
  lookupPrice :: a -> Sku -> Money
  currency :: a -> String
  currency _ = defaultCurrency

instance PriceTable Fixed where
  lookupPrice (Fixed table) key = Map.findWithDefault zero key table

maxOpen :: Int
maxOpen = 100

bill :: PriceTable a => a -> Order -> Either Error Invoice
bill prices order@(Order s n)
  | n > maxOpen = Left (tooMany n)
  | otherwise = Right $ seal (newInvoice order)
  where
    net = times n (lookupPrice prices s)
    seal invoice = addLine net invoice
bill _ (Draft s) = Left (draftError s)

total :: [Order] -> Int
total = foldl' step 0 . map quantity
  where
    step acc n = acc + scale n

describe :: Order -> IO ()
describe order = do
  let label = shorten (sku order)
  now <- getCurrentTime
  putStrLn label
  mapM_ print (sortOn Text.length [label])

x .+. f = f x
infixl 1 .+.

main :: IO ()
main = describe (Order "a" 1) >> mapM_ describe []
