"""What follows from the numbers that a paper prints.

In reading order::

    figures   when a printed figure and a computed one agree
"""
